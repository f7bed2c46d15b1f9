import { afterAll, beforeAll, expect } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { aBody, aClient, type ApiClient } from '#tests/integration/api/api.ts';
import { aSavedJob } from '#tests/integration/makers.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';
import { testCases } from '../../cases/cases.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

type Job = Record<string, unknown> & { id: number };

async function aJobOf(client: ApiClient, given: Record<string, unknown> = {}): Promise<Job> {
  const response = await client.ask<Job>('POST /jobs', { body: aBody(given) });
  expect([response.status, response.text]).toEqual([201, response.text]);
  return response.body.data;
}

const filled = {
  description: 'What it does.',
  external_id: 'x-1',
  headers: { 'x-a': '1' },
  payload: '{"n": 1.0}',
  http_method: 'POST',
  success_criterion: 'status_code',
  success_regex: 'ok',
  accepted_statuses: '200-204',
  notification_type: 'webhook',
  notification_config: 'https://notes.example.com/in',
  tags: ['a'],
};

const mayBeEmpty = {
  description: '',
  external_id: null,
  headers: null,
  payload: null,
  success_regex: null,
  accepted_statuses: null,
  notification_config: null,
  notification_type: null,
  tags: [],
  cron: null,
};

testCases('api-client', {
  'api-client-01': async ({ input }) => {
    const client = await aClient({ web });
    const other = await aSavedJob();
    const absent = await client.ask(`GET /jobs/${other.id}`);
    expect(absent.status).toBe(404);
    const calls = (input.calls as string[]).filter((call) => call.startsWith('GET'));
    for (const call of calls) {
      const response = await client.ask(call.replace('/api/v1', ''));
      expect([call, response.status, response.text]).toEqual([call, 404, absent.text]);
    }
    const bulk = { job_ids: [2_147_483_648], status: 'paused' };
    expect([400, 404]).toContain((await client.ask('POST /jobs/bulk/status', { body: bulk })).status);
  },
  'api-client-02': async () => {
    const client = await aClient({ web });
    const { id, version } = await aJobOf(client, filled);
    const never = {
      ...{
        name: 'name',
        timezone: 'timezone',
        status: 'status',
        timeout: 'timeout',
        webhook_url: 'webhook_url',
      },
      ...{ http_method: 'http_method', retry_count: 'retry_count', success_criterion: 'success_criterion' },
      ...{ notify_frequency: 'notify_frequency', overlap: 'overlap', catch_up: 'catch_up', type: 'type' },
      signing: 'signing',
    };
    for (const [name, field] of Object.entries(never)) {
      const response = await client.ask(`PUT /jobs/${id}`, { body: { [name]: null } });
      expect([name, response.status, Object.keys(response.body.error?.details ?? {})]).toEqual([
        name,
        400,
        [field],
      ]);
    }
    const same = await client.ask<Job>(`PUT /jobs/${id}`, { body: {} });
    expect(same).toMatchObject({ status: 200, body: { data: { version, status: 'active' } } });
  },
  'api-client-05': async () => {
    const client = await aClient({ web });
    const { id } = await aJobOf(client, filled);
    for (const [name, empty] of Object.entries(mayBeEmpty)) {
      // A channel without its type would be ignored.
      const response = await client.ask(`PUT /jobs/${id}`, { body: { [name]: null } });
      expect([name, response.status]).toEqual([name, 200]);
      const { body } = await client.ask<Job>(`GET /jobs/${id}`);
      expect([name, body.data[name]]).toEqual([name, empty]);
    }
    const paused_until = '2099-01-01T00:00:00.000Z';
    const put = async (body: object) => (await client.ask<Job>(`PUT /jobs/${id}`, { body })).body.data;
    expect(await put({ cron: '0 * * * *', paused_until })).toMatchObject({ status: 'paused', paused_until });
    expect(await put({ paused_until: null })).toMatchObject({ status: 'active', paused_until: null });
    await put({ status: 'paused' });
    expect(await put({ paused_until: null })).toMatchObject({ status: 'paused', paused_until: null });
    const skips = [new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 7_200_000).toISOString()];
    expect(await put({ status: 'active', skips })).toMatchObject({ skips });
    expect(await put({ skips: null })).toMatchObject({ skips: [] });
  },
  'api-client-08': async () => {
    const client = await aClient({ web });
    const post = (name: Buffer) =>
      web.ask('/api/v1/jobs', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${client.credential}` },
        body: Buffer.concat([
          Buffer.from('{"cron":"0 * * * *","webhook_url":"https://shop.example.com/","name":"'),
          name,
          Buffer.from('"}'),
        ]),
      });
    expect((await post(Buffer.from([0xc3, 0xbc]))).status).toBe(201);
    expect(await db().job.count({ where: { ownerId: client.user.id, name: 'ü' } })).toBe(1);
    const latin = await post(Buffer.from([0xfc]));
    expect([latin.status, await latin.text()]).toEqual([400, expect.stringContaining('UTF-8')]);
    expect(await db().job.count({ where: { ownerId: client.user.id } })).toBe(1);
  },
});
