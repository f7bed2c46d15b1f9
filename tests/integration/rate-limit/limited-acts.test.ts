import { expect, test, vi } from 'vitest';
import { streamExecutions } from '#app/presenters/execution/executions-csv.server.ts';
import { db } from '#server/database/db.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { startTestRun } from '#server/test-runs/start-test-run.server.ts';
import { exportJobs } from '#server/transfer/export-jobs.server.ts';
import { aJob, aUser } from '#tests/integration/makers.ts';

vi.mock('#server/engine/relay/push-job.server.ts', () => ({ pushJob: () => Promise.resolve() }));
vi.mock('#server/engine/relay/push-test.server.ts', () => ({ pushTest: () => Promise.resolve() }));

process.env['RATE_LIMIT_SCALE'] = '1';

test('an account makes ten test runs a minute, and the eleventh is neither stored nor run', async () => {
  const owner = await aUser();
  const run = () => startTestRun({ owner, input: aJob() });
  for (let time = 0; time < 10; time += 1) await run();
  await expect(run()).rejects.toMatchObject({ type: 'rate_limit', details: { limit: 10 } });
  expect(await db().testRun.count({ where: { ownerId: owner.id } })).toBe(10);
  await startTestRun({ owner: await aUser(), input: aJob() });
});

test('an account makes five exports an hour, and job histories are counted separately', async () => {
  const owner = await aUser();
  const { id: jobId } = await createJob({ owner, input: aJob() });
  const jobs = () => exportJobs({ owner, format: 'json', hasSecrets: false });
  const display = { mode: 'utc' as const, mine: 'UTC', now: 0 };
  const executions = () => streamExecutions({ owner, jobId, params: new URLSearchParams(), display });
  for (let time = 0; time < 5; time += 1) await jobs();
  await expect(jobs()).rejects.toMatchObject({ type: 'rate_limit', details: { limit: 5 } });
  for (let time = 0; time < 60; time += 1) await executions();
  await expect(executions()).rejects.toMatchObject({ type: 'rate_limit', details: { limit: 60 } });
  const where = { actorId: owner.id, code: 'export' };
  expect(await db().securityEvent.count({ where })).toBe(65);
});
