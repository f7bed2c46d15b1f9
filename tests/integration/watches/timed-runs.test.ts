import { expect, test } from 'vitest';
import { db, getPool } from '#server/database/db.server.ts';
import { recordAttempts } from '#server/executions/recording/record-attempts.server.ts';
import { messageOf } from '#server/notifications/message.server.ts';
import { readNotifications } from '#server/notifications/notification-rows.server.ts';
import { enqueueTooLong, tooLongStatement } from '#server/watches/enqueue-too-long.server.ts';
import { fillTables } from '#tests/integration/fill-tables.ts';
import { aCrowd } from '#tests/integration/ledger/crowd.ts';
import {
  aLedgerJob,
  aResult,
  aWorker,
  callIn,
  claimOne,
  loseLease,
  noon,
} from '#tests/integration/ledger/kit.ts';
import { aNotifyingJob, notificationsOf, rulesOf } from '#tests/integration/notifications/kit.ts';

const channel = { notificationType: 'webhook', notificationConfig: 'https://notes.example.com/in' } as const;
const look = () => enqueueTooLong({ now: Date.now() });

/** An open run of a job that began this long ago. Its start is written with its first attempt. */
const anOpenRun = ({
  jobId,
  agoMs,
  retryAt = null,
}: {
  jobId: number;
  agoMs: number;
  retryAt?: Date | null;
}) => {
  const at = new Date(Date.now() - agoMs);
  return db().execution.create({
    data: {
      ...{ jobId, trigger: 'schedule', jobVersion: 1, attemptCount: 1, retryAt },
      ...{ scheduledFor: at, dueAt: at, claimedAt: at, startedAt: retryAt && at },
    },
  });
};

async function messagesOf(jobId: number) {
  const ids = (await notificationsOf(jobId)).map(({ id }) => Number(id));
  return (await readNotifications(ids)).map(messageOf);
}

test('a run that takes too long is notified while it runs, once with two workers, also between attempts', async () => {
  const job = await aNotifyingJob({ tooLongAfter: 60 });
  const waiting = await aNotifyingJob({ tooLongAfter: 60 });
  const { id } = await anOpenRun({ jobId: job.id, agoMs: 61_000 });
  await anOpenRun({ jobId: waiting.id, agoMs: 90_000, retryAt: new Date(Date.now() + 600_000) });
  const found = await Promise.all([look(), look(), look()]);
  expect(found.reduce((sum, count) => sum + count)).toBe(2);
  expect(await look()).toBe(0);
  expect(await rulesOf(waiting.id)).toEqual(['too_long']);
  expect(await messagesOf(job.id)).toMatchObject([
    {
      type: 'job.too_long',
      title: 'Ping the shop is still running',
      lines: ['The run has not finished after 1m.', expect.stringContaining('Scheduled for') as string],
      data: { execution: { id: Number(id), outcome: null }, event: { duration: null, too_long_after: 60 } },
    },
  ]);
});

test('runs within their time, of other jobs, and of jobs that notify never have no notification', async () => {
  const within = await aNotifyingJob({ tooLongAfter: 60 });
  const other = await aNotifyingJob();
  const never = await aNotifyingJob({ tooLongAfter: 60, notifyFrequency: 'never' });
  await anOpenRun({ jobId: within.id, agoMs: 55_000 });
  for (const { id } of [other, never]) await anOpenRun({ jobId: id, agoMs: 4_000_000 });
  // The job that notifies never is found once, and not again every 2 s.
  expect(await look()).toBe(1);
  expect(await look()).toBe(0);
  for (const { id } of [within, other, never]) expect(await rulesOf(id)).toEqual([]);
});

test('a run whose worker was killed is notified by another one, and its end adds no second notification', async () => {
  const job = await aLedgerJob({ ...channel, tooLongAfter: 30 });
  const workerId = await aWorker();
  const call = callIn(await claimOne({ workerId, jobId: job.id }));
  await loseLease(workerId);
  await look();
  expect(await rulesOf(job.id)).toEqual(['too_long']);
  await recordAttempts([aResult({ call, tookMs: 45_000 })]);
  expect(await rulesOf(job.id)).toEqual(['too_long']);
});

test('a long run that ended before anyone looked is notified at its end, and says how long it took', async () => {
  const job = await aLedgerJob({ ...channel, tooLongAfter: 30 });
  const call = callIn(await claimOne({ workerId: await aWorker(), jobId: job.id }));
  await recordAttempts([aResult({ call, tookMs: 45_000 })]);
  expect(await messagesOf(job.id)).toMatchObject([
    {
      title: 'Ping the shop took too long',
      lines: ['The run took 45s. Your limit is 30s.', expect.any(String)],
    },
  ]);
});

test.each([
  [31_000, 200, ['late']],
  [30_000, 200, []],
  [31_000, 503, ['failure', 'late']],
])('a run that starts %i ms late and ends with %i notifies %j', async (lateMs, statusCode, rules) => {
  const job = await aLedgerJob({ ...channel, lateAfter: 30 });
  const call = callIn(await claimOne({ workerId: await aWorker(), jobId: job.id }));
  const result = aResult({ call, statusCode, startedAt: call.dueAt + lateMs });
  await recordAttempts([result]);
  await recordAttempts([result]);
  expect((await rulesOf(job.id)).sort()).toEqual(rules);
  const [state] = await db().jobState.findMany({ where: { jobId: job.id } });
  expect(state?.notifiedAt !== null).toBe(statusCode !== 200);
});

test('a late notification names the lateness and the limit', async () => {
  const job = await aLedgerJob({ ...channel, lateAfter: 30 });
  const call = callIn(await claimOne({ workerId: await aWorker(), jobId: job.id }));
  await recordAttempts([aResult({ call, startedAt: call.dueAt + 95_000 })]);
  expect(await messagesOf(job.id)).toMatchObject([
    {
      type: 'job.late',
      title: 'Ping the shop started late',
      lines: [expect.stringContaining('1m 35s after its scheduled time'), expect.any(String)],
      data: { event: { lateness_ms: 95_000, late_after: 30 } },
    },
  ]);
});

test(
  'of 10,000 open runs among 60,000 only those of jobs with a limit are read',
  { timeout: 60_000 },
  async () => {
    await aCrowd({ jobs: 2_000, historyEach: 30, accountedUntil: noon });
    await fillTables(
      `update "Execution" set "outcome" = null, "endedAt" = null where "id" in (
       select "id" from "Execution" where "outcome" is not null order by "dueAt" desc limit 10000)`,
      `update "Job" set "tooLongAfter" = 60 where "id" in (select "id" from "Job" order by "id" desc limit 10)`,
      'vacuum analyze "Execution"',
      'vacuum analyze "Job"',
    );
    const plan = await planOf(tooLongStatement.text);
    expect(plan).toContain('Execution_open');
    expect(plan).toContain('Job_timed');
    expect(plan).not.toContain('Seq Scan');
    await fillTables('update "Job" set "tooLongAfter" = 60', 'vacuum analyze "Job"');
    expect(await planOf(tooLongStatement.text)).not.toContain('Seq Scan on "Execution"');
  },
);

/** The plan as it was run; SHOW_PLANS prints it. */
async function planOf(statement: string): Promise<string> {
  const { rows } = await getPool().query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers, costs off) ${statement.replace('$1', '500')}`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  if (process.env.SHOW_PLANS) process.stdout.write(`${plan}\n`);
  return plan;
}
