import { expect, test, vi } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { renewLease } from '#server/executions/leases/renew-lease.server.ts';
import { planFires } from '#server/executions/planning/plan-fires.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { deleteJob } from '#server/jobs/delete-job.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { nextRare, rare } from '#tests/integration/rare-schedule.ts';
import { aJob, aUser } from '../makers.ts';
import { aLedgerJob, aWorker, claimOne, ledgerOf, schedule, minuteMs, stateOf } from './kit.ts';

vi.mock('#server/engine/relay/push-job.server.ts', () => ({ pushJob: () => Promise.resolve() }));

const hourMs = 60 * minuteMs;
const shifts = [hourMs, -hourMs, 24 * hourMs];

/** Sets this process's clock ahead of the database's by the given time during the work. */
async function shifted<Result>({ byMs, work }: { byMs: number; work: () => Promise<Result> }) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

/** The last whole minute by the real clock, and the next. */
const lastMinute = () => Math.floor(Date.now() / minuteMs) * minuteMs;

test.each(shifts)(
  'F7: a web process whose clock is off by %d ms saves jobs by the database clock',
  async (byMs) => {
    const before = Date.now() - 1000;
    const owner = await aUser();
    const job = await shifted({
      byMs,
      work: async () => {
        const { id } = await createJob({ owner, input: aJob({ cronExpression: '* * * * *' }) });
        return updateJob({ owner, jobId: id, changes: { timeoutSeconds: 7 } });
      },
    });
    const gone = await createJob({ owner, input: aJob() });
    await shifted({ byMs, work: () => deleteJob({ owner, jobId: gone.id }) });
    const after = Date.now() + 1000;

    const isNow = (at: Date | null | undefined) => {
      expect(Number(at)).toBeGreaterThan(before);
      expect(Number(at)).toBeLessThan(after);
    };
    const versions = await db().jobVersion.findMany({ where: { jobId: job.id } });
    versions.forEach(({ changedAt }) => isNow(changedAt));
    isNow((await stateOf(job.id)).accountedUntil);
    isNow((await db().job.findUniqueOrThrow({ where: { id: job.id } })).applyAfter);
    isNow((await db().job.findUniqueOrThrow({ where: { id: gone.id } })).applyAfter);
    expect(Number((await stateOf(job.id)).nextRunAt)).toBeLessThan(after + minuteMs);
  },
);

test.each([hourMs, 24 * hourMs])(
  'F7: a worker whose clock is %d ms ahead writes no future fire as missed',
  async (byMs) => {
    const last = lastMinute();
    const job = await aLedgerJob({ accountedUntil: last });

    await planFires({ jobId: job.id, now: Date.now() + byMs, schedule });

    expect(await ledgerOf(job.id)).toEqual([]);
    expect(Number((await stateOf(job.id)).accountedUntil)).toBeLessThanOrEqual(Date.now());
  },
);

test("F7: no fire is claimed more than 2 s before its time by the database clock, whatever the worker's clock says", async () => {
  const job = await aLedgerJob({ accountedUntil: lastMinute(), cronExpression: rare });
  const workerId = await aWorker();
  const ask = () => claimOne({ workerId, jobId: job.id, scheduledFor: nextRare, now: nextRare - 300 });

  expect([await ask(), await ask()]).toEqual([{ kind: 'busy' }, { kind: 'busy' }]);

  expect(await ledgerOf(job.id)).toEqual([]);
  const skewEvents = () => db().securityEvent.findMany({ where: { code: 'clock_skew' } });
  await expect.poll(async () => (await skewEvents()).length).toBe(1);
  await ask();
  await shifted({ byMs: hourMs, work: () => renewLease({ workerId: crypto.randomUUID() }) });
  expect(await skewEvents()).toMatchObject([{ type: 'WARNING', code: 'clock_skew' }]);
});

test.each(shifts)('F7: renewing the lease tells a worker that its clock is off by %d ms', async (byMs) => {
  const workerId = crypto.randomUUID();
  const { aheadMs } = await shifted({ byMs, work: () => renewLease({ workerId }) });
  // The test's clock is stopped: the duration of the query reduces its lead.
  expect(Number(aheadMs) - byMs).toBeLessThanOrEqual(2);
  expect(Number(aheadMs) - byMs).toBeGreaterThan(-2000);
  expect(await renewLease({ workerId })).toEqual({ isHeld: true, aheadMs: 0 });
});

test('a slow renewal is not taken for a wrong clock', async () => {
  const workerId = crypto.randomUUID();
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() });
  try {
    const renewing = renewLease({ workerId });
    vi.advanceTimersByTime(6_000);
    expect(await renewing).toEqual({ isHeld: true, aheadMs: null });
  } finally {
    vi.useRealTimers();
  }
});
