import { afterAll, beforeAll, expect, test } from 'vitest';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import { exportJobs } from '#server/transfer/export-jobs.server.ts';
import { planImport } from '#server/transfer/plan-import.server.ts';
import { transferFormats } from '#server/transfer/types.ts';
import { aBody, aClient, type ApiClient } from '#tests/integration/api/api.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

type JobBody = { id: number } & Record<string, unknown>;

async function made(client: ApiClient, given: Record<string, unknown> = {}): Promise<JobBody> {
  const response = await client.ask<JobBody>('POST /jobs', { body: aBody(given) });
  expect([response.status, response.text]).toEqual([201, response.text]);
  return response.body.data;
}

test('retry delays are set, replaced as a whole and cleared; keys and tokens both read them as an object', async () => {
  const retry_delays = { kind: 'list', seconds: [10, 60], jitter: false };
  for (const kind of ['key', 'token'] as const) {
    const client = await aClient({ web, kind });
    const { id, retry_delays: first } = await made(client);
    expect(first).toEqual({ kind: 'default', seconds: null, jitter: true });
    const put = async (given: unknown) =>
      client.ask<JobBody>(`PUT /jobs/${id}`, { body: { retry_delays: given } });
    expect((await put(retry_delays)).body.data.retry_delays).toEqual(retry_delays);
    expect((await put({ kind: 'exponential', seconds: 30 })).body.data.retry_delays).toEqual({
      ...{ kind: 'exponential', seconds: 30, jitter: true },
    });
    expect((await put({ kind: 'default' })).body.data.retry_delays).toEqual(first);
    expect((await put(null)).body.data.retry_delays).toEqual(first);
    const refused = await put({ kind: 'fixed', seconds: 86_401 });
    expect([refused.status, Object.keys(refused.body.error?.details ?? {})]).toEqual([400, ['retry_delays']]);
  }
});

test('follow_redirects is set per job, and off by default', async () => {
  const client = await aClient({ web });
  const { id, follow_redirects } = await made(client);
  expect(follow_redirects).toBe(false);
  const put = (given: unknown) =>
    client.ask<JobBody>(`PUT /jobs/${id}`, { body: { followRedirects: given } });
  expect((await put(true)).body.data.follow_redirects).toBe(true);
  expect((await put('yes')).status).toBe(400);
});

test('credentials are write-only: no response contains them, and a mask sent back keeps them', async () => {
  const client = await aClient({ web });
  const auth = { type: 'basic', username: 'ann', password: 'canary-92' };
  const { id, auth: shown } = await made(client, { auth });
  expect(shown).toEqual({ ...auth, password: '********' });
  const put = (given: unknown) => client.ask<JobBody>(`PUT /jobs/${id}`, { body: { auth: given } });
  const renamed = await put({ ...auth, username: 'bob', password: '********' });
  expect(renamed.body.data.auth).toEqual({ ...auth, username: 'bob', password: '********' });
  const { job } = await getJob({ owner: client.user, jobId: id });
  expect(job.auth).toEqual({ ...auth, username: 'bob' });

  const responses = [
    await client.ask(`GET /jobs/${id}?reveal=headers`),
    await client.ask('GET /jobs'),
    await put({ type: 'bearer', token: '********' }),
    await put({ type: 'digest' }),
  ];
  for (const { text } of responses) expect(text).not.toContain('canary-92');
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 400, 400]);
  expect(Object.keys(responses[2]?.body.error?.details ?? {})).toEqual(['auth']);

  const beside = await client.ask(`PUT /jobs/${id}`, { body: { headers: { Authorization: 'Bearer x' } } });
  expect([beside.status, Object.keys(beside.body.error?.details ?? {})]).toEqual([400, ['auth']]);
  expect((await put(null)).body.data.auth).toEqual({ type: 'none' });
});

test('an export in any format has no credentials, even one with the values of headers', async () => {
  const client = await aClient({ web });
  const owner = client.user;
  const auth = { type: 'bearer', token: 'canary-93' };
  const { id } = await made(client, { auth, external_id: 'signed-in' });
  const oauth = {
    ...{ type: 'oauth2', token_url: 'https://id.example.com/token', client_id: 'reports' },
    ...{ client_secret: 'canary-94', scope: 'reports.read', audience: null, client_auth: 'body' },
  };
  const { id: other, auth: shown } = await made(client, { auth: oauth, external_id: 'by-token' });
  expect(shown).toEqual({ ...oauth, client_secret: '********' });
  const refused = await client.ask(`PUT /jobs/${other}`, {
    body: { auth: { ...oauth, token_url: 'http://10.0.0.1/token' } },
  });
  expect([refused.status, refused.body.error?.details]).toMatchObject([
    400,
    { auth: expect.stringContaining('Token URL: Target not allowed.') as string },
  ]);
  for (const format of transferFormats) {
    const pieces = await exportJobs({ owner, format, hasSecrets: format === 'yaml' });
    let text = '';
    for await (const piece of pieces) text += piece;
    expect([format, text.includes('canary-93'), text.includes('bearer')]).toEqual([format, false, true]);
    expect([format, text.includes('canary-94'), text.includes('oauth2')]).toEqual([format, false, true]);
    const plan = await planImport({ owner, text, format, timeZone: 'UTC' });
    if ('error' in plan) throw new Error(JSON.stringify(plan.error));
    expect([format, plan.jobs.map(({ outcome }) => outcome)]).toEqual([format, ['same', 'same']]);
  }
  expect((await getJob({ owner, jobId: id })).job.auth).toEqual(auth);
});
