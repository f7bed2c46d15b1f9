import { expect, test } from 'vitest';
import type { JobFacts } from './contract.ts';
import { holdFire, isOpen, isShownStale, createJobLoop, onFireResult, onChildResult } from './job-loop.ts';
import { shownOf } from './memo.ts';

const minute = 60_000;
const facts = (version: number) => ({ version }) as JobFacts;
const at = (scheduledFor: number) => ({ scheduledFor, wakeAt: scheduledFor });

function aJobLoop({ version, fires }: { version: number; fires: number[] }) {
  const state = { tag: 1 as const, epoch: 1, jobId: 1, sleptUntil: 0 };
  const given = { ...state, facts: facts(version), fires: fires.map(at) };
  return createJobLoop({ given, waiting: new Map() });
}

test('the result of the latest fire brings the next ones', () => {
  const loop = aJobLoop({ version: 1, fires: [] });
  loop.latest = minute;
  const result = {
    tag: 1 as const,
    kind: 'ended' as const,
    outcome: 'success' as const,
    fires: [at(2 * minute)],
  };
  onFireResult(loop, { scheduledFor: minute, version: 1, result });
  expect(loop.state.fires).toEqual([at(2 * minute)]);
  expect(loop.isDirty).toBe(false);
});

test('a result brings changes without a new version, and operators see the new tier', () => {
  const loop = aJobLoop({ version: 1, fires: [] });
  loop.state = {
    ...loop.state,
    facts: { ...facts(1), tier: 'free', graceMs: 10_000, lastOutcome: 'success' },
  };
  loop.shown = shownOf(loop.state);
  loop.latest = minute;
  const result = { tag: 1, kind: 'ended', outcome: 'success', fires: [] } as const;
  const take = (update: object) =>
    onFireResult(loop, { scheduledFor: minute, version: 1, result: { ...result, fires: [], ...update } });
  take({});
  expect(loop.state.facts).toMatchObject({ tier: 'free', graceMs: 10_000 });
  expect(isShownStale(loop)).toBe(false);
  take({ tier: 'premium', graceMs: 20_000 });
  expect(loop.state.facts).toMatchObject({ tier: 'premium', graceMs: 20_000 });
  expect(isShownStale(loop)).toBe(true);
});

test('a fire dispatched later than its grace is caught up, until another one is dispatched', () => {
  const loop = aJobLoop({ version: 1, fires: [] });
  loop.state = { ...loop.state, facts: { ...facts(1), graceMs: 10_000 } };
  holdFire(loop, at(Date.now() - 9_000));
  expect(loop.isCatchingUp).toBe(false);
  holdFire(loop, at(Date.now() - 11_000));
  expect(loop.isCatchingUp).toBe(true);
  holdFire(loop, at(Date.now() + minute));
  expect(loop.isCatchingUp).toBe(false);
});

test('a job loop that holds nothing and knows no fire plans again: its last fire preceded one that an edit removed', () => {
  const loop = aJobLoop({ version: 2, fires: [] });
  loop.latest = 5 * minute;
  loop.held.add(minute);
  const result = {
    tag: 1 as const,
    kind: 'ended' as const,
    outcome: 'success' as const,
    fires: [at(2 * minute)],
  };
  onFireResult(loop, { scheduledFor: minute, version: 2, result });
  expect(loop.isDirty).toBe(true);
});

test('a job that queues its fires plans on while two are in flight, one that skips them waits for their results', () => {
  for (const [overlap, isDirty] of [
    ['queue', true],
    ['skip', false],
  ] as const) {
    const loop = aJobLoop({ version: 1, fires: [] });
    loop.state = { ...loop.state, facts: { ...facts(1), overlap } };
    holdFire(loop, at(minute));
    expect(loop.isDirty).toBe(false);
    holdFire(loop, at(2 * minute));
    expect(loop.isDirty).toBe(isDirty);
  }
});

test('an outdated delegated fire makes the job loop plan again', () => {
  const loop = aJobLoop({ version: 1, fires: [minute] });
  loop.delegated.add(minute);
  expect(isOpen(loop, at(minute))).toBe(false);
  onChildResult(loop, { scheduledFor: minute, result: { tag: 1, kind: 'changed' } });
  expect([loop.isDirty, isOpen(loop, at(minute))]).toEqual([true, true]);
});

test("a result of either kind resets the planner's backoff", () => {
  const held = aJobLoop({ version: 1, fires: [minute] });
  const delegated = aJobLoop({ version: 1, fires: [minute] });
  held.changesInRow = delegated.changesInRow = 3;
  const ended = { tag: 1, kind: 'ended', outcome: 'success' } as const;
  holdFire(held, at(minute));
  onFireResult(held, { scheduledFor: minute, version: 1, result: { ...ended, fires: [] } });
  onChildResult(delegated, { scheduledFor: minute, result: ended });
  expect([held.changesInRow, delegated.changesInRow]).toEqual([0, 0]);
});
