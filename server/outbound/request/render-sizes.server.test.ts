import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

// Sizes are checked before rendering: each renderer gets a result of 80 MB or more, in a process with room for 64.

const program = `
  const { renderCall } = await import('#server/outbound/request/render-call.server.ts');
  const { rebuildRequest } = await import('#server/outbound/request/rebuild-request.server.ts');
  const { renderParts } = await import('#server/outbound/request/render-parts.server.ts');
  const { render } = await import('#domain/text/rendering.ts');
  const values = { 'secret.A': '"<&é'.repeat(800) };
  const many = '{{secret.A}}'.repeat(20_000);
  const said = {};
  for (const placing of ['plain', 'url', 'json', 'form', 'xml'])
    said[placing] = render({ text: placing === 'json' ? '"' + many + '"' : many, values, placing, most: 262_144 });
  const plain = { url: 'https://example.com/', headers: {}, payload: null };
  said.parts = [
    renderParts({ parts: { ...plain, url: plain.url + many }, values }),
    renderParts({ parts: { ...plain, headers: { 'x-a': many } }, values }),
    renderParts({ parts: { ...plain, payload: many }, values }),
  ];
  said.call = await renderCall({
    call: {
      executionId: 1, attempt: 1, jobId: 1, ownerId: 1, trigger: 'schedule', scheduledFor: 0, dueAt: 0,
      lastSuccessAt: null, webhookId: 'a', url: plain.url, headers: {}, method: 'POST', isSigned: false,
      timeoutSeconds: 1, payload: '{{now}}'.repeat(37_000),
    },
  });
  const shown = rebuildRequest({
    version: { httpMethod: 'POST', webhookUrl: plain.url, headers: {}, payload: '{{now}}'.repeat(37_000) },
    execution: {
      id: 1, jobId: 1, trigger: 'schedule', scheduledFor: new Date(0), dueAt: new Date(0), requestId: null,
      attemptCount: 1,
    },
    attempt: { number: 1, startedAt: new Date(0) },
    variables: { now: 'x'.repeat(4_000) },
    isSigned: false,
  });
  console.log(JSON.stringify({ ...said, shown }));
`;

test('every renderer checks the size of its result before building it', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--max-old-space-size=64', '--import', 'tsx', '--input-type=module', '-e', program],
    { env: { ...process.env, DATABASE_URL: 'postgres://unused', APP_ORIGIN: 'https://punctual.example' } },
  );
  const refused =
    'with its variables filled in, this request is not allowed: The payload is larger than 256 KiB.';
  expect(JSON.parse(stdout)).toEqual({
    ...{ plain: null, url: null, json: null, form: null, xml: null },
    parts: [
      { error: 'The URL is longer than 2,048 characters.' },
      { error: 'The value of x-a is longer than 4 KiB.' },
      { error: 'The payload is larger than 256 KiB.' },
    ],
    call: { error: 'target_not_allowed', explanation: refused },
    shown: null,
  });
}, 30_000);
