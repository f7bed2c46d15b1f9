import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { aClient } from '#tests/integration/api/api.ts';
import { aSavedJob } from '#tests/integration/makers.ts';
import { aVisitor, origin, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

process.env['RATE_LIMIT_SCALE'] = '1';
vi.setConfig({ testTimeout: 60_000 });

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

async function aPresser() {
  const { cookie, userId } = await aVisitor();
  const owner = await db().user.update({ where: { id: userId }, data: { tier: 'premium' } });
  const jobs = [await aSavedJob({ owner }), await aSavedJob({ owner })] as const;
  /** Sends a form as the page's JavaScript does. */
  const send = async (path: string, fields: Record<string, string> = {}) => {
    const headers = { cookie, origin, 'sec-fetch-mode': 'cors' };
    const response = await web.ask(path, { method: 'POST', headers, body: new URLSearchParams(fields) });
    return {
      status: response.status,
      wait: Number(response.headers.get('retry-after')),
      text: await response.text(),
    };
  };
  return { owner, jobs, send };
}

test('a job can be run ten times a minute, over screens and API together', async () => {
  const { owner, jobs, send } = await aPresser();
  const [job, other] = jobs;
  for (let time = 0; time < 9; time += 1)
    expect((await send(`/dashboard/jobs/${job.id}/run.data`)).status).toBe(200);
  const client = await aClient({ web, owner });
  expect((await client.ask(`POST /jobs/${job.id}/trigger`)).status).toBe(202);

  const refused = await send(`/dashboard/jobs/${job.id}/run.data`);
  expect(refused.status).toBe(429);
  expect(refused.wait).toBeGreaterThan(0);
  expect(refused.text).toContain('10 runs of this job a minute are allowed. Try again in ');
  const { id } = await db().execution.findFirstOrThrow({ where: { jobId: job.id } });
  const replay = await send(`/dashboard/jobs/${job.id}/executions/${id}.data`, { intent: 'replay' });
  expect([replay.status, replay.wait > 0]).toEqual([429, true]);
  expect((await send(`/dashboard/jobs/${other.id}/run.data`)).status).toBe(200);
});

test('of many jobs those within the limit run, and the others are counted', async () => {
  const { jobs, send } = await aPresser();
  const [job, other] = jobs;
  const run = (...ids: number[]) => send('/dashboard/jobs/bulk.data', { act: 'run', ids: ids.join(',') });
  for (let time = 0; time < 10; time += 1) expect((await run(job.id)).status).toBe(200);
  const mixed = await run(job.id, other.id);
  expect(mixed.text).toContain(
    'Successfully triggered 1 job. 1 job ran too often within this minute and did not run.',
  );
  expect([(await run(job.id)).status, await db().execution.count({ where: { jobId: other.id } })]).toEqual([
    429, 1,
  ]);
});

test("an id that is not one of the account's jobs creates no rate limit row, by any route", async () => {
  const { owner, send } = await aPresser();
  const client = await aClient({ web, owner });
  const foreign = await aSavedJob();
  const ids = [foreign.id, 987_654_321, 987_654_322];
  const replayed = await db().execution.create({
    data: {
      ...{ jobId: foreign.id, trigger: 'manual', requestId: crypto.randomUUID(), jobVersion: 1 },
      ...{ dueAt: new Date(), endedAt: new Date(), outcome: 'success' },
    },
  });
  const ways: ((id: number) => Promise<unknown>)[] = [
    (id) => client.ask(`POST /jobs/${id}/trigger`),
    (id) => client.ask(`POST /jobs/${id}/executions/${replayed.id}/replay`),
    (id) => client.ask('POST /jobs/bulk/status', { body: { job_ids: [id], status: 'paused' } }),
    (id) => client.ask('POST /jobs/bulk/delete', { body: { job_ids: [id] } }),
    (id) => send(`/dashboard/jobs/${id}/run.data`),
    (id) => send(`/dashboard/jobs/${id}/test-note.data`),
    (id) => send(`/dashboard/jobs/${id}/executions/${replayed.id}.data`, { intent: 'replay' }),
    (id) => send('/dashboard/jobs/bulk.data', { act: 'run', ids: String(id) }),
    (id) => send('/dashboard/jobs/bulk.data', { act: 'pause', ids: String(id) }),
  ];
  for (const way of ways) for (const id of ids) await way(id);
  const rows = await db().rateLimit.findMany({ select: { key: true } });
  expect(rows.filter(({ key }) => ids.some((id) => key.includes(String(id))))).toEqual([]);
  expect(rows.some(({ key }) => key.endsWith(String(owner.id)))).toBe(true);
  expect(
    await db().securityEvent.count({ where: { code: 'foreign_id', actorId: owner.id } }),
  ).toBeGreaterThan(0);
});
