import { expect, test } from 'vitest';
import { notifyFrequencies } from '#domain/job/choices.ts';
import { fc } from '#tests/property.ts';
import {
  type AppliedRule,
  type ChannelRule,
  notificationByRule,
  type RuleFacts,
  ruleEvents,
  type RuledJob,
  rulesOf,
} from './rules.ts';

const job: RuledJob = { notifyFrequency: 'on_failure', hasChannel: false, rules: [], tags: [] };
const rule = (channelId: number, given: Partial<ChannelRule> = {}): ChannelRule => ({
  ...{ channelId, events: ['failure'], after: 1, ...given },
});
const nothing = { tagDefaults: [], accountDefaults: { rules: [], hasChannel: false } };
const shown = (rules: AppliedRule[]) => rules.map(({ channelId, reason }) => [channelId, reason]);

test('a job without any rule notifies its owner by email', () => {
  expect(shown(rulesOf({ job, ...nothing }))).toEqual([[null, 'email']]);
});

test("the account's default channel comes before the email, its rules before the default channel", () => {
  const accountDefaults = { rules: [rule(1)], hasChannel: true };
  expect(shown(rulesOf({ job, ...nothing, accountDefaults: { ...accountDefaults, rules: [] } }))).toEqual([
    [null, 'account'],
  ]);
  expect(shown(rulesOf({ job, ...nothing, accountDefaults }))).toEqual([[1, 'account']]);
});

test('the rules of all tags of a job apply together, one for each channel with all events', () => {
  const tagDefaults = [
    { ...rule(2, { events: ['paused'], after: 5 }), tag: 'ops' },
    { ...rule(2, { events: ['failure'], after: 3 }), tag: 'billing' },
    { ...rule(3), tag: 'ops' },
    { ...rule(4), tag: 'other' },
  ];
  const applied = rulesOf({ job: { ...job, tags: ['ops', 'billing'] }, ...nothing, tagDefaults });
  expect(applied).toEqual([
    { channelId: 2, events: ['failure', 'paused'], after: 3, reason: 'tag:billing', isMuted: false },
    { channelId: 3, events: ['failure'], after: 1, reason: 'tag:ops', isMuted: false },
  ]);
});

test('a job with a rule of its own has no default', () => {
  const accountDefaults = { rules: [rule(1)], hasChannel: true };
  const own = { ...job, rules: [rule(7)] };
  expect(shown(rulesOf({ job: own, ...nothing, accountDefaults }))).toEqual([[7, 'job']]);
  expect(shown(rulesOf({ job: { ...own, hasChannel: true }, ...nothing, accountDefaults }))).toEqual([
    [null, 'job'],
    [7, 'job'],
  ]);
});

test('never mutes the first rule and every default, not the further rules of a job', () => {
  const never = { ...job, notifyFrequency: 'never' as const };
  const muted = (given: Parameters<typeof rulesOf>[0]) => rulesOf(given).map(({ isMuted }) => isMuted);
  expect(muted({ job: { ...never, hasChannel: true, rules: [rule(7)] }, ...nothing })).toEqual([true, false]);
  expect(muted({ job: never, ...nothing })).toEqual([true]);
  expect(muted({ job: never, ...nothing, accountDefaults: { rules: [rule(1)], hasChannel: false } })).toEqual(
    [true],
  );
  expect(
    muted({ job: { ...never, tags: ['a'] }, ...nothing, tagDefaults: [{ ...rule(1), tag: 'a' }] }),
  ).toEqual([true]);
});

const someRule = fc.record({
  channelId: fc.integer({ min: 1, max: 6 }),
  events: fc.subarray([...ruleEvents], { minLength: 1 }),
  after: fc.integer({ min: 1, max: 20 }),
});
const someRules = (most: number) =>
  fc.uniqueArray(someRule, { maxLength: most, selector: ({ channelId }) => channelId });
const someTags = fc.subarray(['billing', 'ops', 'nightly']);
const somebody = fc.record({
  job: fc.record({
    notifyFrequency: fc.constantFrom(...notifyFrequencies),
    hasChannel: fc.boolean(),
    rules: someRules(4),
    tags: someTags,
  }),
  tagDefaults: fc.uniqueArray(
    fc.tuple(someRule, fc.constantFrom('billing', 'ops', 'nightly')).map(([one, tag]) => ({ ...one, tag })),
    { maxLength: 9, selector: ({ channelId, tag }) => `${tag} ${channelId}` },
  ),
  accountDefaults: fc.record({ rules: someRules(5), hasChannel: fc.boolean() }),
});

const sourceOf = ({ reason }: AppliedRule) => reason.split(':')[0];

test('exactly one source applies to a job, and no channel twice', () => {
  fc.assert(
    fc.property(somebody, (given) => {
      const applied = rulesOf(given);
      expect(new Set(applied.map(sourceOf)).size).toBe(1);
      expect(new Set(applied.map(({ channelId }) => channelId)).size).toBe(applied.length);
    }),
  );
});

test('a rule of the job silences every default', () => {
  fc.assert(
    fc.property(somebody, someRule, (given, added) => {
      const applied = rulesOf({ ...given, job: { ...given.job, rules: [added] } });
      expect(new Set(applied.map(sourceOf))).toEqual(new Set(['job']));
    }),
  );
});

test('the order of tags and of their rules does not matter', () => {
  fc.assert(
    fc.property(somebody, fc.infiniteStream(fc.integer()), (given, numbers) => {
      const shuffle = <Item>(items: readonly Item[]) =>
        items
          .map((item) => ({ item, at: Number(numbers.next().value) }))
          .sort((a, b) => a.at - b.at)
          .map(({ item }) => item);
      const other = {
        ...given,
        job: { ...given.job, tags: shuffle(given.job.tags) },
        tagDefaults: shuffle(given.tagDefaults),
      };
      expect(rulesOf(other)).toEqual(rulesOf(given));
    }),
  );
});

const hourMs = 3_600_000;
const facts: RuleFacts = {
  frequency: 'on_failure',
  rule: { events: [...ruleEvents], after: 1, reason: 'job' },
  end: 'failure',
  streak: 1,
  streakStartedAt: 0,
  lastNotifiedAt: null,
  now: hourMs,
};
const of = (given: Partial<RuleFacts>) => notificationByRule({ ...facts, ...given });
const withEvents = (...events: AppliedRule['events'][number][]) => ({ ...facts.rule, events });

test('a channel is notified of a failure after its own number, then reminded at the 10th and once a day', () => {
  const late = { ...facts.rule, after: 3 };
  expect(of({ rule: late, streak: 2 })).toBeNull();
  expect(of({ rule: late, streak: 3 })).toBe('failure');
  expect(of({ rule: late, streak: 4, lastNotifiedAt: hourMs / 2 })).toBeNull();
  expect(of({ rule: late, streak: 10, lastNotifiedAt: hourMs / 2 })).toBe('reminder');
  expect(of({ rule: late, streak: 11, lastNotifiedAt: 0, now: 24 * hourMs })).toBe('reminder');
});

test('a channel is notified of those events alone that its rule names', () => {
  expect(of({ rule: withEvents('failure'), streak: 10, lastNotifiedAt: 0 })).toBeNull();
  expect(of({ rule: withEvents('recovery') })).toBeNull();
  expect(of({ rule: withEvents('failure'), end: 'missed', streak: 0 })).toBeNull();
  expect(of({ rule: withEvents('missed'), end: 'missed', streak: 0 })).toBe('missed');
  expect(of({ rule: withEvents('reminder'), streak: 1 })).toBeNull();
  expect(of({ rule: withEvents('reminder'), streak: 10 })).toBe('reminder');
});

test('a recovery follows a failure that was notified, or is enough of them by itself', () => {
  const success = { end: 'success' as const, streak: 4 };
  expect(of(success)).toBeNull();
  expect(of({ ...success, lastNotifiedAt: 0 })).toBe('recovery');
  expect(of({ ...success, lastNotifiedAt: 0, rule: withEvents('failure') })).toBeNull();
  expect(of({ ...success, rule: withEvents('recovery') })).toBe('recovery');
  expect(of({ ...success, rule: { ...withEvents('recovery'), after: 5 } })).toBeNull();
  expect(of({ ...success, streak: 0, rule: withEvents('recovery') })).toBeNull();
});

test("a default keeps to the job's frequency, the rule of a job does not", () => {
  const byTag = { ...facts.rule, reason: 'tag:ops' as const };
  expect(of({ rule: byTag, frequency: 'never' })).toBeNull();
  expect(of({ rule: byTag, frequency: 'always', end: 'success', streak: 0 })).toBe('always');
  expect(of({ rule: byTag, frequency: 'on_success' })).toBeNull();
  expect(of({ rule: byTag, frequency: 'on_success', end: 'success', streak: 0 })).toBe('success');
  for (const frequency of notifyFrequencies) expect(of({ frequency })).toBe('failure');
});
