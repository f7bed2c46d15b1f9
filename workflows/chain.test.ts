import { expect, test } from 'vitest';
import { hold, isOpen, isShownStale, openChain, onFireResult, takeApart } from './chain.ts';
import type { JobFacts } from './contract.ts';
import { shownOf } from './memo.ts';

const minute = 60_000;
const facts = (version: number) => ({ version }) as JobFacts;
const at = (scheduledFor: number) => ({ scheduledFor, wakeAt: scheduledFor });

function aChain({ version, fires }: { version: number; fires: number[] }) {
  const state = { tag: 1 as const, epoch: 1, jobId: 1, sleptUntil: 0 };
  const given = { ...state, facts: facts(version), fires: fires.map(at) };
  return openChain({ given, waiting: new Map() });
}

test('the answer to the latest fire brings the next ones', () => {
  const chain = aChain({ version: 1, fires: [] });
  chain.latest = minute;
  const result = {
    tag: 1 as const,
    kind: 'ended' as const,
    outcome: 'success' as const,
    fires: [at(2 * minute)],
  };
  onFireResult(chain, { scheduledFor: minute, version: 1, result });
  expect(chain.state.fires).toEqual([at(2 * minute)]);
  expect(chain.isDirty).toBe(false);
});

test('an answer brings what changes without a version, and operators are shown the new tier', () => {
  const chain = aChain({ version: 1, fires: [] });
  chain.state = {
    ...chain.state,
    facts: { ...facts(1), tier: 'free', graceMs: 10_000, lastOutcome: 'success' },
  };
  chain.shown = shownOf(chain.state);
  chain.latest = minute;
  const result = { tag: 1, kind: 'ended', outcome: 'success', fires: [] } as const;
  const take = (news: object) =>
    onFireResult(chain, { scheduledFor: minute, version: 1, result: { ...result, fires: [], ...news } });
  take({});
  expect(chain.state.facts).toMatchObject({ tier: 'free', graceMs: 10_000 });
  expect(isShownStale(chain)).toBe(false);
  take({ tier: 'premium', graceMs: 20_000 });
  expect(chain.state.facts).toMatchObject({ tier: 'premium', graceMs: 20_000 });
  // A run of an older release did not show it, and is replayed as it was.
  expect(isShownStale(chain)).toBe(false);
  chain.state = { ...chain.state, rules: 3 };
  expect(isShownStale(chain)).toBe(true);
});

test('a fire that is handed out later than its grace is caught up, until another one is handed out', () => {
  const chain = aChain({ version: 1, fires: [] });
  chain.state = { ...chain.state, facts: { ...facts(1), graceMs: 10_000 } };
  hold(chain, at(Date.now() - 9_000));
  expect(chain.isCatchingUp).toBe(false);
  hold(chain, at(Date.now() - 11_000));
  expect(chain.isCatchingUp).toBe(true);
  hold(chain, at(Date.now() + minute));
  expect(chain.isCatchingUp).toBe(false);
});

test('a chain that holds nothing and knows of no fire plans anew: its last fire came before one that an edit took away', () => {
  const chain = aChain({ version: 2, fires: [] });
  chain.latest = 5 * minute;
  chain.held.add(minute);
  const result = {
    tag: 1 as const,
    kind: 'ended' as const,
    outcome: 'success' as const,
    fires: [at(2 * minute)],
  };
  onFireResult(chain, { scheduledFor: minute, version: 2, result });
  expect(chain.isDirty).toBe(true);
});

test('a job that queues its fires plans on while two are in hand, one that skips them waits for their answers', () => {
  for (const [overlap, isDirty] of [
    ['queue', true],
    ['skip', false],
  ] as const) {
    const chain = aChain({ version: 1, fires: [] });
    chain.state = { ...chain.state, facts: { ...facts(1), overlap } };
    hold(chain, at(minute));
    expect(chain.isDirty).toBe(false);
    hold(chain, at(2 * minute));
    expect(chain.isDirty).toBe(isDirty);
  }
});

test('a fire with a workflow of its own that no longer holds makes the chain plan anew', () => {
  const chain = aChain({ version: 1, fires: [minute] });
  chain.apart.add(minute);
  expect(isOpen(chain, at(minute))).toBe(false);
  takeApart(chain, { scheduledFor: minute, result: { tag: 1, kind: 'changed' } });
  expect([chain.isDirty, isOpen(chain, at(minute))]).toEqual([true, true]);
});

test('an answer of either kind ends the slowing down of the planner', () => {
  const held = aChain({ version: 1, fires: [minute] });
  const apart = aChain({ version: 1, fires: [minute] });
  held.changesInRow = apart.changesInRow = 3;
  const ended = { tag: 1, kind: 'ended', outcome: 'success' } as const;
  hold(held, at(minute));
  onFireResult(held, { scheduledFor: minute, version: 1, result: { ...ended, fires: [] } });
  takeApart(apart, { scheduledFor: minute, result: ended });
  expect([held.changesInRow, apart.changesInRow]).toEqual([0, 0]);
});
