import { expect, test } from 'vitest';
import { notSent } from '#server/outbound/not-sent.server.ts';
import type { CallResponse } from '#server/outbound/types.ts';
import { fc } from '#tests/property.ts';
import { maskResult } from './mask-result.server.ts';
import { createMask, type Mask } from './mask-secrets.server.ts';

const unanswered = notSent({ error: 'timeout', detail: 'time limit', startedAt: 0 });
const response: CallResponse = {
  ...{ statusCode: 200, headers: {}, body: '', bytes: 0, isTruncated: false, isBinary: false, sha256: null },
};
const mask = createMask({ secrets: { 'secret.KEY': 'k-123456', 'secret.ID': 'ab' } });
const kept = async (given: Partial<CallResponse>) =>
  (await maskResult({ result: { ...unanswered, response: { ...response, ...given } }, mask })).response;

test('a response is kept without secrets in its body, its headers and their names', async () => {
  expect(
    await kept({
      headers: { 'x-k-123456': 'yes', 'x-echo': 'Bearer k-123456, ab', location: '/?k=k-123456&id=ab' },
      body: '{"k": "k-123456", "id": "ab"}',
      bytes: 29,
    }),
  ).toEqual({
    ...response,
    headers: {
      'x-{{secret.KEY}}': 'yes',
      'x-echo': 'Bearer {{secret.KEY}}, ab',
      location: '/?k={{secret.KEY}}&id={{secret.ID}}',
    },
    body: '{"k": "{{secret.KEY}}", "id": "ab"}',
    bytes: 29,
  });
});

test("a body cut inside a secret is kept without the secret's beginning", async () => {
  const filler = 'x'.repeat(65_530);
  expect(await kept({ body: `${filler}k-1234`, isTruncated: true })).toMatchObject({
    body: filler,
    isTruncated: true,
  });
  expect(await kept({ body: 'k-1234', isTruncated: true })).toMatchObject({ body: '{{secret.KEY}}' });
});

test('a result that masking makes too long is cut and marked as truncated', async () => {
  const long = createMask({ secrets: { [`secret.${'N'.repeat(64)}`]: 'abcd' } });
  const headers = { 'x-echo': 'abcd,'.repeat(12_000), 'x-more': 'abcd,'.repeat(800) };
  const result = { ...unanswered, response: { ...response, headers, body: 'abcd,'.repeat(13_000) } };
  const masked = (await maskResult({ result, mask: long })).response;
  expect(masked?.isTruncated).toBe(true);
  expect(masked?.body.length).toBeLessThanOrEqual(65_536);
  const total = Object.values(masked?.headers ?? {}).join('').length;
  expect(total).toBeGreaterThan(128_000);
  expect(total).toBeLessThanOrEqual(131_072);
});

test('the text that the pattern searched is not kept', async () => {
  const searched = { text: `${'x'.repeat(70_000)}k-123456`, isCut: false };
  expect(await kept({ body: 'x', isTruncated: true, searched })).toEqual({
    ...response,
    body: 'x',
    isTruncated: true,
  });
});

test('a call without secrets keeps its response as it is, but for the searched text', async () => {
  const searched = { text: 'x'.repeat(70_000), isCut: false };
  const given = { ...response, headers: { location: '/?k=k-123456' }, body: 'k-123456' };
  const idle = createMask({ secrets: { 'secret.EMPTY': '' }, headers: { 'x-tenant': 'k-123456' } });
  const result = { ...unanswered, response: { ...given, searched } };
  expect((await maskResult({ result, mask: idle })).response).toEqual(given);
});

test('secrets of a few bytes alone still leave a redirect', async () => {
  const short = createMask({ secrets: { 'secret.ID': 'ab' } });
  const result = { ...unanswered, response: { ...response, headers: { location: '/?id=ab' }, body: 'ab' } };
  expect((await maskResult({ result, mask: short })).response).toMatchObject({
    headers: { location: '/?id={{secret.ID}}' },
    body: 'ab',
  });
});

test('a head is kept without secrets in its status line, its headers and their names', async () => {
  const head: CallResponse['head'] = {
    statusLine: 'HTTP/1.1 200 k-123456',
    headers: [
      ['X-k-123456', 'yes'],
      ['Location', '/?k=k-123456&id=ab'],
    ],
  };
  expect((await kept({ head }))?.head).toEqual({
    statusLine: 'HTTP/1.1 200 {{secret.KEY}}',
    headers: [
      ['X-{{secret.KEY}}', 'yes'],
      ['Location', '/?k={{secret.KEY}}&id={{secret.ID}}'],
    ],
  });
});

test('a result without a response is unchanged', async () => {
  expect(await maskResult({ result: unanswered, mask })).toBe(unanswered);
});

test('masking forty large responses at once does not block the event loop', async () => {
  const text = 'aaaa%61\\u0061&#97;'.repeat(3_600);
  const secrets = Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [`secret.S${at}`, 'a'.repeat(4_096 - at)]),
  );
  const hard = createMask({ secrets });
  const result = { ...unanswered, response: { ...response, body: text } };
  let rounds = 0;
  let isOver = false;
  const count = () => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(Array.from({ length: 40 }, () => maskResult({ result, mask: hard })));
  isOver = true;
  expect(rounds).toBeGreaterThanOrEqual(40);
}, 30_000);

test('one search of a whole small response hides as much as a search of each part', async () => {
  const word = fc.array(
    fc.constantFrom('k-1', '23456', 'K-123456', 'ay0xMjM0NTY=', 'ab', 'x', ' ', '%', 'ü'),
    {
      maxLength: 6,
    },
  );
  const text = word.map((parts) => parts.join(''));
  const headers = fc.dictionary(fc.constantFrom('x-echo', 'location', 'x-k-123456'), text);
  const values = fc.constantFrom(
    { 'secret.KEY': 'k-123456' },
    { 'secret.KEY': 'k-123456', 'secret.ID': 'ab' },
  );
  const given = fc.record({ body: text, headers, isTruncated: fc.boolean(), values });
  await fc.assert(
    fc.asyncProperty(given, async ({ values: secrets, ...parts }) => {
      const result = { ...unanswered, response: { ...response, ...parts } };
      const each: Mask = (order) => createMask({ secrets })(order);
      expect(await maskResult({ result, mask: createMask({ secrets }) })).toEqual(
        await maskResult({ result, mask: each }),
      );
    }),
  );
});
