import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { minuteMs } from '#domain/time/units.ts';
import type { WaitingActivity } from '#server/executions/residency/waiting-activities.server.ts';
import { leadTimeFor } from '#worker/limits/lead-time.ts';
import type { KeepReport } from '#workflows/contract.ts';
import { createReporter, type ReporterParts } from './reporter.ts';
import { aResident, minutely } from './test-kit.ts';
import type { Resident } from './types.ts';

// vitest does not replace the timers of node:timers/promises.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise<void>((done) => void setTimeout(done, ms)),
}));

const start = 1_800_000_000_000;
const tickMs = 50;

beforeEach(
  () => void vi.useFakeTimers({ now: start, toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] }),
);
afterEach(() => void vi.useRealTimers());

const known = (given: Partial<Resident> = {}) =>
  aResident({ version: 1, newest: 1, cron: '* * * * *', hasRun: true, ...given });

function aReporter(given: Partial<ReporterParts> & { complete?: ReporterParts['store']['complete'] } = {}) {
  const { complete = () => Promise.resolve('done' as const), ...parts } = given;
  /** The jobs with an open activity, as the table has them. */
  const open = new Map<number, WaitingActivity>();
  const sent: { activity: WaitingActivity; report: KeepReport; at: number }[] = [];
  const reads: number[][] = [];
  const woken: number[] = [];
  const kept: number[] = [];
  const ended: number[] = [];
  const errors: unknown[] = [];
  const turns: number[] = [];
  const awaitedAgain = new Set<number>();
  const reporter = createReporter({
    now: Date.now,
    schedule: minutely,
    leadTime: leadTimeFor(1),
    pacer: { turn: (nextAt: number) => Promise.resolve(void turns.push(nextAt)), letAllGo: () => {} },
    onError: (error) => errors.push(error),
    onKept: ({ jobId }) => kept.push(jobId),
    onEnded: ({ jobId }) => ended.push(jobId),
    ...parts,
    store: {
      waitingActivities: (jobIds) => {
        reads.push(jobIds);
        return Promise.resolve(jobIds.flatMap((jobId) => open.get(jobId) ?? []));
      },
      markReported: (activities) => {
        for (const { jobId, activityId } of activities)
          if (open.get(jobId)?.activityId === activityId) open.delete(jobId);
        return Promise.resolve();
      },
      endResidencies: (jobIds) => Promise.resolve(jobIds.filter((jobId) => awaitedAgain.delete(jobId))),
      complete: (activity, report) => {
        sent.push({ activity, report, at: Date.now() - start });
        return complete(activity, report);
      },
      openActivity: () => Promise.resolve(null),
      wakeWorkflow: (jobId) => Promise.resolve(void woken.push(jobId)),
      ...parts.store,
    },
  });
  const opens = (jobId: number, activityId = '1') => open.set(jobId, { jobId, activityId, runId: 'run' });
  return { reporter, opens, open, sent, reads, woken, kept, ended, errors, turns, awaitedAgain };
}

test('a report completes the open activity with the next two fires and their leads, and the job stays', async () => {
  const { reporter, opens, open, sent, kept, ended } = aReporter();
  const resident = known({
    lastOutcome: 'failed',
    shownOutcome: 'success',
    isShownUnsure: true,
    tier: 'free',
  });
  opens(1);
  reporter.add(resident);
  await vi.advanceTimersByTimeAsync(tickMs);
  expect(sent).toMatchObject([
    {
      activity: { jobId: 1, activityId: '1', runId: 'run' },
      report: { isKept: true, hasRun: true, version: 1, lastOutcome: 'failed', waiting: [], tier: 'free' },
    },
  ]);
  const [{ report }] = sent as [(typeof sent)[0]];
  expect(report.fires.map(({ scheduledFor }) => scheduledFor)).toEqual([
    start + minuteMs,
    start + 2 * minuteMs,
  ]);
  for (const { scheduledFor, wakeAt } of report.fires)
    expect(scheduledFor - wakeAt).toBeGreaterThanOrEqual(2_000);
  expect(report.graceMs).toBe(10_000);
  expect(report.stayMs).toBe(leadTimeFor(1).stayMs(1));
  expect(resident).toMatchObject({ shownOutcome: 'failed', isShownUnsure: false, hasRun: false });
  expect([kept, ended, open.size]).toEqual([[1], [], 0]);
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(sent).toHaveLength(1);
});

test('the reports of a burst read their activities in one statement, and go in the order of the pacer', async () => {
  const { reporter, opens, reads, sent, turns } = aReporter();
  for (const jobId of [1, 2, 3]) {
    opens(jobId);
    reporter.add(
      known({ jobId, ...(jobId === 2 && { waiting: [{ executionId: 9, retryAt: start + 99, made: 1 }] }) }),
    );
  }
  await vi.advanceTimersByTimeAsync(tickMs);
  // A job with an attempt that waits comes first.
  expect(reads).toEqual([[2, 1, 3]]);
  expect(sent).toHaveLength(3);
  // By the attempt that waits.
  expect(turns.filter((at) => at === start + 99)).toHaveLength(1);
});

test('a report of a job that is to be planned has no fires', async () => {
  const { reporter, opens, sent } = aReporter();
  for (const [index, given] of [{ newest: 2 }, { cron: null }].entries()) {
    opens(index + 1);
    reporter.add(known({ jobId: index + 1, ...given }));
  }
  await vi.advanceTimersByTimeAsync(tickMs);
  expect(sent.map(({ report }) => report.fires)).toEqual([[], []]);
});

test('without an open activity a report waits longer and longer, and goes at once when one opens', async () => {
  const { reporter, opens, reads, sent } = aReporter();
  const resident = known();
  reporter.add(resident);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
  // 0.5, 1, 2, 4, 8 and then 15 seconds, each with a quarter more or less.
  expect(reads.length).toBeGreaterThanOrEqual(6);
  expect(reads.length).toBeLessThanOrEqual(11);
  opens(1);
  reporter.attached(resident);
  await vi.advanceTimersByTimeAsync(2 * tickMs);
  expect(sent).toHaveLength(1);
});

test('a new activity of a job with nothing to report gets no report', async () => {
  const { reporter, opens, sent } = aReporter();
  opens(1);
  reporter.attached(known());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual([]);
});

test('a job that leaves reports that it is not kept, and ends once nobody awaits a report', async () => {
  const { reporter, opens, sent, ended } = aReporter();
  opens(1);
  reporter.add(known({ isEnding: true }));
  await vi.advanceTimersByTimeAsync(tickMs);
  expect([sent.length, ended]).toEqual([1, []]);
  expect(sent[0]?.report.isKept).toBe(false);
  await vi.advanceTimersByTimeAsync(tickMs);
  expect([sent.length, ended]).toEqual([1, [1]]);
});

test('a job that leaves without an open activity ends at once', async () => {
  const { reporter, ended, sent } = aReporter();
  reporter.add(known({ isEnding: true }));
  await vi.advanceTimersByTimeAsync(tickMs);
  expect([sent, ended]).toEqual([[], [1]]);
});

test('a job that leaves without an open activity, with an attempt that waits, wakes its workflow to follow it', async () => {
  const { reporter, ended, woken } = aReporter();
  reporter.add(known({ isEnding: true, waiting: [{ executionId: 9, retryAt: start + 99, made: 1 }] }));
  await vi.advanceTimersByTimeAsync(tickMs);
  expect([woken, ended]).toEqual([[1], [1]]);
});

test('a job that leaves while a new activity opens reports to that one', async () => {
  const { reporter, opens, awaitedAgain, sent, ended } = aReporter();
  awaitedAgain.add(1);
  reporter.add(known({ isEnding: true }));
  await vi.advanceTimersByTimeAsync(tickMs);
  expect([sent, ended]).toEqual([[], []]);
  opens(1, '2');
  await vi.advanceTimersByTimeAsync(2 * tickMs);
  expect(sent).toMatchObject([{ activity: { activityId: '2' }, report: { isKept: false } }]);
  expect(ended).toEqual([1]);
});

test('a job that waits for an activity and then has to leave does not wait any longer', async () => {
  const { reporter, ended } = aReporter();
  const resident = known();
  reporter.add(resident);
  await vi.advanceTimersByTimeAsync(20_000);
  resident.isEnding = true;
  reporter.add(resident);
  await vi.advanceTimersByTimeAsync(tickMs);
  expect(ended).toEqual([1]);
});

test('a job that stays after all is not reported as leaving', async () => {
  const { reporter, opens, sent } = aReporter();
  const resident = known({ isEnding: true });
  opens(1);
  reporter.add(resident);
  reporter.drop(resident);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual([]);
});

test('an attempt that waits is reported once, and known as followed from then on', async () => {
  const { reporter, opens, sent } = aReporter();
  const waiting = [{ executionId: 9, retryAt: start + 99, made: 1 }];
  const resident = known({ waiting, followed: [1, 2, 3, 4, 5, 6, 7, 8, 10, 11] });
  opens(1);
  reporter.add(resident);
  await vi.advanceTimersByTimeAsync(tickMs);
  expect(sent[0]?.report.waiting).toEqual(waiting);
  expect(resident.waiting).toEqual([]);
  // The last ten.
  expect(resident.followed).toEqual([2, 3, 4, 5, 6, 7, 8, 10, 11, 9]);
});

test('an attempt that begins to wait during a report is in the next one', async () => {
  let arrive = () => {};
  const { reporter, opens, sent } = aReporter({
    complete: () => new Promise((done) => (arrive = () => done('done'))),
  });
  const resident = known({ waiting: [{ executionId: 9, retryAt: start + 99, made: 1 }] });
  opens(1);
  reporter.add(resident);
  await vi.advanceTimersByTimeAsync(tickMs);
  resident.waiting.push({ executionId: 10, retryAt: start + 199, made: 1 });
  reporter.add(resident);
  arrive();
  await vi.advanceTimersByTimeAsync(0);
  expect(resident.waiting).toMatchObject([{ executionId: 10 }]);
  opens(1, '2');
  reporter.attached(resident);
  await vi.advanceTimersByTimeAsync(2 * tickMs);
  expect(sent[1]).toMatchObject({
    activity: { activityId: '2' },
    report: { waiting: [{ executionId: 10 }] },
  });
});

test('the attempt of a job that another worker has is reported, and the job as kept', async () => {
  const { reporter, opens, sent } = aReporter();
  opens(1);
  opens(2);
  const waiting = [{ executionId: 9, retryAt: start + 99, made: 1 }];
  reporter.add(known({ jobId: 1, isGone: true, isEnding: true, waiting }));
  // Without one, it is the other worker's to report.
  reporter.add(known({ jobId: 2, isGone: true }));
  await vi.advanceTimersByTimeAsync(tickMs);
  expect(sent).toMatchObject([{ activity: { jobId: 1 }, report: { isKept: true, waiting } }]);
});

test('a job whose row has no activity for half a minute reports to the one that Temporal has open', async () => {
  const asked: number[] = [];
  const { reporter, sent } = aReporter({
    store: {
      openActivity: (jobId: number) => {
        asked.push(jobId);
        return Promise.resolve({ jobId, runId: 'run', activityId: '7' });
      },
    } as unknown as ReporterParts['store'],
  });
  reporter.add(known({ waiting: [{ executionId: 9, retryAt: start + 99, made: 1 }] }));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([1]);
  expect(sent).toMatchObject([{ activity: { activityId: '7' }, report: { waiting: [{ executionId: 9 }] } }]);
});

test('the attempt of a job that another worker has waits for an activity for half a minute: then others find it', async () => {
  const { reporter, reads } = aReporter();
  reporter.add(known({ isGone: true, waiting: [{ executionId: 9, retryAt: start + 99, made: 1 }] }));
  await vi.advanceTimersByTimeAsync(40_000);
  const looks = reads.length;
  expect(looks).toBeGreaterThanOrEqual(6);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).toHaveLength(looks);
});

test('what happens while a report is under way is in another one', async () => {
  let arrive = () => {};
  const { reporter, opens, sent } = aReporter({
    complete: () => new Promise((done) => (arrive = () => done('done'))),
  });
  const resident = known({ lastOutcome: 'success' });
  opens(1);
  reporter.add(resident);
  await vi.advanceTimersByTimeAsync(tickMs);
  resident.lastOutcome = 'failed';
  reporter.add(resident);
  arrive();
  await vi.advanceTimersByTimeAsync(0);
  expect(resident.shownOutcome).toBe('success');
  opens(1, '2');
  reporter.attached(resident);
  await vi.advanceTimersByTimeAsync(2 * tickMs);
  expect(sent.map(({ report }) => report.lastOutcome)).toEqual(['success', 'failed']);
});

test('a report without a response is repeated until it arrives', async () => {
  let isAway = true;
  const { reporter, opens, sent, errors, open } = aReporter({
    complete: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve('done')),
  });
  const resident = known({ lastOutcome: 'failed' });
  opens(1);
  reporter.add(resident);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent.length).toBeGreaterThanOrEqual(4);
  expect([errors.length, resident.shownOutcome, open.size]).toEqual([sent.length, null, 1]);
  isAway = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect([resident.shownOutcome, open.size]).toEqual(['failed', 0]);
});

test('while Temporal does not respond five reports at most are under way', async () => {
  let out = 0;
  let most = 0;
  const { reporter, opens, sent } = aReporter({
    complete: async () => {
      most = Math.max(most, (out += 1));
      await new Promise((done) => setTimeout(done, 5_000));
      out -= 1;
      throw new Error('away');
    },
  });
  opens(1);
  reporter.add(known());
  await vi.advanceTimersByTimeAsync(6_000);
  most = 0;
  for (let jobId = 2; jobId <= 40; jobId += 1) {
    opens(jobId);
    reporter.add(known({ jobId }));
  }
  await vi.advanceTimersByTimeAsync(30_000);
  expect(most).toBe(5);
  expect(sent.length).toBeGreaterThan(10);
});

test('if the activity or its workflow has ended, a workflow is woken that opens another one', async () => {
  const { reporter, opens, open, woken, sent, kept } = aReporter({
    complete: ({ activityId }) => Promise.resolve(activityId === '1' ? 'gone' : 'done'),
  });
  const resident = known({ lastOutcome: 'failed' });
  opens(1);
  reporter.add(resident);
  await vi.advanceTimersByTimeAsync(tickMs);
  expect([woken, open.size, resident.shownOutcome, kept]).toEqual([[1], 0, null, []]);
  opens(1, '2');
  await vi.advanceTimersByTimeAsync(2_000);
  expect([sent.length, resident.shownOutcome, kept]).toEqual([2, 'failed', [1]]);
});

test.each([
  { what: 'another activity of the run', open: { runId: 'run', activityId: '7' } },
  { what: 'an activity of that id in another run', open: { runId: 'next', activityId: '3' } },
])('if the table names an activity that has ended, $what gets the report', async ({ open }) => {
  const { reporter, opens, woken, sent, ended } = aReporter({
    complete: ({ runId, activityId }) =>
      Promise.resolve(runId === open.runId && activityId === open.activityId ? 'done' : 'gone'),
    store: {
      openActivity: (jobId: number) => Promise.resolve({ jobId, ...open }),
    } as unknown as ReporterParts['store'],
  });
  opens(1, '3');
  reporter.add(known({ isPaused: true, isEnding: true }));
  await vi.advanceTimersByTimeAsync(tickMs);
  expect(sent.map(({ activity }) => activity)).toMatchObject([{ runId: 'run', activityId: '3' }, open]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([sent.length, woken, ended]).toEqual([2, [], [1]]);
});

test('an error of the database delays the reports', async () => {
  let isAway = true;
  const { reporter, opens, sent, errors, open } = aReporter({
    store: {
      waitingActivities: () =>
        isAway ? Promise.reject(new Error('away')) : Promise.resolve([...open.values()]),
    } as unknown as ReporterParts['store'],
  });
  opens(1);
  reporter.add(known());
  await vi.advanceTimersByTimeAsync(3_000);
  expect(errors.length).toBeGreaterThanOrEqual(2);
  expect(errors.length).toBeLessThanOrEqual(5);
  isAway = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toHaveLength(1);
});

test('a worker that stops waits for the reports of waiting attempts alone, for two seconds at most', async () => {
  const flushed = async (given: Partial<Resident>) => {
    const { reporter } = aReporter();
    reporter.add(known(given));
    const began = performance.now();
    let tookMs = Infinity;
    void reporter.flush().then(() => (tookMs = performance.now() - began));
    await vi.advanceTimersByTimeAsync(3_000);
    reporter.close();
    return tookMs;
  };
  expect(await flushed({})).toBe(0);
  const tookMs = await flushed({ waiting: [{ executionId: 9, retryAt: start + 99, made: 1 }] });
  expect(tookMs).toBeGreaterThanOrEqual(2_000);
  expect(tookMs).toBeLessThan(2_100);
});
