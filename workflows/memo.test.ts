import { expect, test } from 'vitest';
import { type JobFacts, type JobLoopState, searchKeys } from './contract.ts';
import { isMemoStale, memoOf, searchAttributesOf, searchUpdatesOf, shownOf } from './memo.ts';
import { nearMs } from './next-step.ts';

const now = Date.parse('2026-03-02T12:00:00Z');
const minute = 60_000;

const facts: JobFacts = {
  ...{ version: 3, ownerId: 7, name: 'Ping', status: 'active', tier: 'free', cron: '* * * * *' },
  ...{ timeZone: 'UTC', timeoutSeconds: 30, lastOutcome: 'success', link: '/jobs/1', graceMs: 1, stayMs: 1 },
};

const aState = (given: Partial<JobLoopState> = {}): JobLoopState => ({
  ...{ tag: 1, epoch: 1, jobId: 1, facts, sleptUntil: 0, residentSince: now - minute },
  fires: [1, 2].map((minutes) => ({ scheduledFor: now + minutes * minute, wakeAt: now })),
  ...given,
});

const firesIn = (...minutes: number[]) =>
  minutes.map((each) => ({ scheduledFor: now + each * minute, wakeAt: now }));

test('operators see the job, its next fire, its last outcome and since when a worker holds it', () => {
  expect(memoOf(aState())).toEqual({
    ...{ job: 'Ping', cron: '* * * * *', zone: 'UTC', status: 'active', link: '/jobs/1' },
    ...{ nextFire: '2026-03-02T12:01:00.000Z', lastOutcome: 'success' },
    residentSince: '2026-03-02T11:59:00.000Z',
  });
});

test.each([
  ['hourly fires', firesIn(60, 120), true],
  ['fires 65 minutes apart', firesIn(1, 1 + nearMs / minute), false],
  ['a single fire', firesIn(1), false],
  ['no fire', [], false],
])('a job with %s is shown as resident: %s', (_what, fires, isResident) => {
  const state = aState({ fires });
  expect(shownOf(state).isResident).toBe(isResident);
  expect(memoOf(state).residentSince !== null).toBe(isResident);
});

test('a job that no worker holds is not shown as resident', () => {
  expect(memoOf(aState({ residentSince: null })).residentSince).toBeNull();
  expect(memoOf(aState({ facts: null, fires: [], residentSince: null }))).toMatchObject({
    job: null,
    link: null,
  });
});

test.each<[string, Partial<JobLoopState>]>([
  ['version', { facts: { ...facts, version: 4 } }],
  ['outcome', { facts: { ...facts, lastOutcome: 'failed' } }],
  ['tier', { facts: { ...facts, tier: 'premium' } }],
  ['worker', { residentSince: null }],
])('a new %s is shown', (_what, given) => {
  const shown = shownOf(aState());
  expect(isMemoStale({ shown, state: aState(), now })).toBe(false);
  expect(isMemoStale({ shown, state: aState(given), now })).toBe(true);
});

test('the next fire is updated once the shown one is five minutes past, not at each report', () => {
  const shown = shownOf(aState());
  const state = aState({ fires: firesIn(4, 5) });
  expect(isMemoStale({ shown, state, now: now + 6 * minute })).toBe(false);
  expect(isMemoStale({ shown, state, now: now + 6 * minute + 1 })).toBe(true);
});

test('a next fire after none is shown; none after one is shown with the new version', () => {
  const none = aState({ fires: [], residentSince: null });
  const one = aState({ residentSince: null });
  expect(isMemoStale({ shown: shownOf(none), state: one, now })).toBe(true);
  expect(isMemoStale({ shown: shownOf(one), state: none, now })).toBe(false);
});

test('the search attributes name owner, job, state, tier, outcome and next fire; those of no next fire are removed', () => {
  const pairs = searchAttributesOf(aState())
    .getAll()
    .map(({ key, value }) => [key.name, value]);
  expect(Object.fromEntries(pairs)).toEqual({
    ...{ JobId: '1', OwnerId: '7', Tier: 'free', JobState: 'active', LastOutcome: 'success' },
    NextFire: new Date(now + minute),
  });
  expect(searchUpdatesOf(aState()).filter(({ value }) => value === null)).toEqual([]);
  expect(searchUpdatesOf(aState({ fires: [] }))).toContainEqual({ key: searchKeys.nextFire, value: null });
  expect(searchAttributesOf(aState({ facts: null, fires: [] })).getAll()).toHaveLength(1);
});
