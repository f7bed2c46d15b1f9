import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBody, aClient, type ApiClient } from '#tests/integration/api/api.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

type JobBody = { id: number } & Record<string, unknown>;

async function made(client: ApiClient, given: Record<string, unknown> = {}): Promise<JobBody> {
  const answer = await client.ask<JobBody>('POST /jobs', { body: aBody(given) });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.body.data;
}

test('retry delays are taken, changed whole and cleared; both credentials read them as an object', async () => {
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

test('follow_redirects is a choice of the job, off unless it is said', async () => {
  const client = await aClient({ web });
  const { id, follow_redirects } = await made(client);
  expect(follow_redirects).toBe(false);
  const put = (given: unknown) =>
    client.ask<JobBody>(`PUT /jobs/${id}`, { body: { followRedirects: given } });
  expect((await put(true)).body.data.follow_redirects).toBe(true);
  expect((await put('yes')).status).toBe(400);
});
