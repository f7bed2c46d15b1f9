import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JobFacts, JobLoopState, KeepReport } from './contract.ts';
import {
  beginKeep,
  createJobLoop,
  isShownStale,
  onReport,
  onSync,
  recordOutcome,
  situationOf,
  unfollowed,
} from './job-loop.ts';
import { shownOf } from './memo.ts';

vi.mock('@temporalio/workflow', () => ({ workflowInfo: () => ({ historyLength: 42 }) }));

const now = 1_800_000_000_000;
const minute = 60_000;
beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const at = (scheduledFor: number) => ({ scheduledFor, wakeAt: scheduledFor - 2_000 });
const facts = (given: Partial<JobFacts> = {}) =>
  ({
    version: 1,
    tier: 'free',
    lastOutcome: 'success',
    graceMs: 10_000,
    stayMs: 600_000,
    ...given,
  }) as JobFacts;

function aJobLoop(given: Partial<JobLoopState> = {}) {
  const state: JobLoopState = {
    ...{
      tag: 1,
      epoch: 1,
      jobId: 1,
      sleptUntil: 0,
      facts: facts(),
      fires: [at(now + minute)],
      residentSince: null,
    },
    ...given,
  };
  return createJobLoop({ given: state, waiting: new Map() });
}

const aReport = (given: Partial<KeepReport> = {}): KeepReport => ({
  ...{ tag: 1, isKept: true, hasRun: true, version: 1, lastOutcome: null, waiting: [] },
  ...{ fires: [at(now + 2 * minute), at(now + 3 * minute)], graceMs: 10_000, stayMs: 600_000, tier: null },
  ...given,
});

const waiting = (executionId: number) => ({ executionId, retryAt: now + minute, made: 1 });

test('the first run plans; one that continues knows its job', () => {
  expect(aJobLoop({ facts: null }).isDirty).toBe(true);
  expect(aJobLoop({ facts: facts({ version: 3 }) })).toMatchObject({
    isDirty: false,
    known: 3,
    isKeepOpen: false,
  });
});

test('a report brings the next fires, and the job goes back to its worker without a plan', () => {
  const loop = aJobLoop();
  beginKeep(loop);
  expect(loop).toMatchObject({ isKeepOpen: true, keepsInRun: 1 });
  const { revision } = loop;
  onReport(loop, aReport());
  expect(loop).toMatchObject({ isKeepOpen: false, isDirty: false });
  expect(loop.revision).toBeGreaterThan(revision);
  expect(loop.state.fires).toEqual([at(now + 2 * minute), at(now + 3 * minute)]);
});

test('a report brings the changes without a new version, and operators see the new tier and outcome', () => {
  const loop = aJobLoop({ fires: [at(now + minute), at(now + 2 * minute)], residentSince: now - minute });
  loop.shown = shownOf(loop.state);
  beginKeep(loop);
  onReport(loop, aReport());
  expect(loop.state.facts).toMatchObject({ tier: 'free', lastOutcome: 'success' });
  expect(isShownStale(loop)).toBe(false);
  onReport(loop, aReport({ tier: 'premium', graceMs: 20_000, stayMs: 700_000 }));
  expect(loop.state.facts).toMatchObject({ tier: 'premium', graceMs: 20_000, stayMs: 700_000 });
  expect(isShownStale(loop)).toBe(true);
  loop.shown = shownOf(loop.state);
  onReport(loop, aReport({ lastOutcome: 'failed' }));
  expect(loop.state.facts?.lastOutcome).toBe('failed');
  expect(isShownStale(loop)).toBe(true);
});

test.each([
  ['without fires', { fires: [] }],
  ['of a newer version', { version: 2 }],
  ['of an older version', { version: 0 }],
])('a report %s makes the job loop plan', (_what, given) => {
  const loop = aJobLoop();
  onReport(loop, aReport(given));
  expect(loop.isDirty).toBe(true);
  expect(loop.state.fires).toEqual([at(now + minute)]);
});

test('a job is resident from its first keep until a worker returns it', () => {
  const loop = aJobLoop();
  beginKeep(loop);
  expect(loop.state.residentSince).toBe(now);
  vi.setSystemTime(now + minute);
  onReport(loop, aReport());
  beginKeep(loop);
  expect(loop.state.residentSince).toBe(now);
  onReport(loop, aReport({ isKept: false }));
  expect(loop.state.residentSince).toBeNull();
});

test('a worker that returns the job at once, again and again, slows the planning down; a run or a message ends that', () => {
  const loop = aJobLoop();
  const idle = aReport({ isKept: false, hasRun: false });
  onReport(loop, idle);
  onReport(loop, idle);
  expect(loop.idleReports).toBe(2);
  onReport(loop, aReport({ isKept: false }));
  expect(loop.idleReports).toBe(0);
  onReport(loop, idle);
  // A job that stays, such as one that fires each hour, has its time up without a run.
  onReport(loop, aReport({ hasRun: false }));
  expect(loop.idleReports).toBe(0);
  onReport(loop, idle);
  onSync(loop, { tag: 1, epoch: 1, version: 2, isAgain: false });
  expect(loop.idleReports).toBe(0);
});

test('a report names the attempts to follow, but for those that are followed already', () => {
  const loop = aJobLoop();
  loop.followed.add(7);
  expect(onReport(loop, aReport({ waiting: [waiting(7), waiting(8)] }))).toEqual([waiting(8)]);
  expect(unfollowed(loop, [waiting(7), waiting(9)])).toEqual([waiting(9)]);
});

test('the outcome of a followed execution is shown', () => {
  const loop = aJobLoop();
  loop.shown = shownOf(loop.state);
  recordOutcome(loop, 'failed');
  expect(loop.state.facts?.lastOutcome).toBe('failed');
  expect(isShownStale(loop)).toBe(true);
  const unplanned = aJobLoop({ facts: null });
  recordOutcome(unplanned, 'failed');
  expect(unplanned.state.facts).toBeNull();
});

test('a message with a newer version or a newer epoch makes the job loop plan, a known one does not', () => {
  const message = { tag: 1, epoch: 1, version: 1, isAgain: false } as const;
  const receives = (given: Partial<Parameters<typeof onSync>[1]>, isKeepOpen = false) => {
    const loop = aJobLoop();
    loop.isKeepOpen = isKeepOpen;
    onSync(loop, { ...message, ...given });
    return [loop.isDirty, loop.known, loop.state.epoch];
  };
  expect(receives({})).toEqual([false, 1, 1]);
  expect(receives({ version: 2 })).toEqual([true, 2, 1]);
  // Beside a worker that holds the job: only the workflow's own facts are outdated.
  expect(receives({ version: 2 }, true)).toEqual([true, 2, 1]);
  // After a restored backup, versions come again.
  expect(receives({ epoch: 2, version: 1 })).toEqual([true, 1, 2]);
  expect(receives({ epoch: 0, version: 9 })).toEqual([false, 1, 1]);
});

test('the watchdog makes a job loop plan again, unless a worker holds the job', () => {
  const message = { tag: 1, epoch: 1, version: 1, isAgain: true } as const;
  const free = aJobLoop();
  onSync(free, message);
  expect(free.isDirty).toBe(true);
  const held = aJobLoop();
  beginKeep(held);
  onSync(held, message);
  expect(held.isDirty).toBe(false);
});

test('the next step depends on what is open and what this run has done', () => {
  const loop = aJobLoop({ sleptUntil: now - 1 });
  beginKeep(loop);
  loop.followed.add(7);
  expect(situationOf(loop)).toEqual({
    ...{ now, fires: [at(now + minute)], sleptUntil: now - 1, isKeepOpen: true },
    ...{ followed: 1, keepsInRun: 1, historyLength: 42 },
  });
});
