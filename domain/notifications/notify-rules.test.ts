import { expect, test } from 'vitest';
import { readDefaultRules, tagError } from './default-rules.ts';
import { eventLabels, eventsText, readNotifyRules, rulesText } from './notify-rules.ts';
import { ruleEvents, usualEvents } from './rules.ts';

const rule = { channel: '#money', events: ['failure'], after: 1 };
const errorsOf = (given: unknown) => {
  const read = readNotifyRules(given);
  return (read.errors ?? []).map(({ path, message }) => [path.join('.'), message]);
};

test('reads rules as a list or as JSON, with events in one order and defaults for what is omitted', () => {
  const rules = [{ channel: '#money', events: ['failure', 'recovery'], after: 3 }];
  expect(readNotifyRules([{ after: 3, events: ['recovery', 'failure'], channel: ' #money ' }])).toEqual({
    rules,
  });
  expect(readNotifyRules(JSON.stringify(rules))).toEqual({ rules });
  expect(readNotifyRules([{ channel: 7 }])).toEqual({
    rules: [{ channel: 7, events: usualEvents, after: 1 }],
  });
  for (const none of [undefined, null, '', [], '[]']) expect(readNotifyRules(none)).toEqual({ rules: null });
});

test('an empty row of the form is no rule, and keeps the places of those below it', () => {
  expect(readNotifyRules(JSON.stringify([null, rule]))).toEqual({ rules: [rule] });
  expect(errorsOf(JSON.stringify([null, { ...rule, events: [] }]))[0]?.[0]).toBe('1.events');
  expect(errorsOf([null])[0]?.[0]).toBe('0');
});

test.each([
  [
    { ...rule, events: ['failed'] },
    '0.events',
    `“failed” is not an event. Events are ${ruleEvents.join(', ')}.`,
  ],
  [{ ...rule, events: [] }, '0.events', `Choose at least one event: ${ruleEvents.join(', ')}.`],
  [{ ...rule, after: 0 }, '0.after', 'Enter a whole number of failures from 1 to 1000.'],
  [{ ...rule, channel: '' }, '0.channel', 'Enter the name or the id of one of your channels.'],
  [{ ...rule, url: 'x' }, '0.url', 'url is not a field of a rule. Use channel, events and after.'],
  ['#money', '0', 'A rule is an object with channel, events and after.'],
])('%j is refused with its place and the remedy', (given, place, message) => {
  expect(errorsOf([given])).toEqual([[place, message]]);
});

test('refuses a sixth rule, a second one of a channel, and what is no list', () => {
  expect(errorsOf([1, 2, 3, 4, 5, 6].map((channel) => ({ ...rule, channel })))).toEqual([
    ['', 'There are 6 channels. A list can have at most 5.'],
  ]);
  expect(errorsOf([rule, rule])).toEqual([
    ['1.channel', '#money has a rule already. Put all its events into one.'],
  ]);
  for (const given of ['{', '{}', {}, 7]) expect(errorsOf(given)[0]?.[0]).toBe('');
});

test('every event has a label, and a rule its words', () => {
  expect(eventLabels.map(([event]) => event)).toEqual(ruleEvents);
  expect(eventsText({ events: ['failure', 'paused'], after: 3 })).toBe('failure after 3, paused by Punctual');
  expect(rulesText([{ channel: 'calm', events: ['missed'], after: 1 }])).toBe('calm (missed run)');
  expect(rulesText(null)).toBe('none');
});

test('defaults are read by tag; what is omitted stays, and errors name the place', () => {
  const read = { channel: '#money', events: ['failure' as const], after: 1 };
  const before = { account: [read], tags: { ops: [read] } };
  expect(readDefaultRules({ given: { tags: { billing: [rule], none: [] } }, before })).toEqual({
    rules: { account: [read], tags: { billing: [read] } },
  });
  expect(readDefaultRules({ given: { account: [] }, before })).toEqual({ rules: { ...before, account: [] } });
  const refused = readDefaultRules({
    given: { account: [{ ...rule, after: 0 }], tags: { 'a,b': [], billing: [{ ...rule, events: [] }] } },
    before,
  });
  expect(Object.keys('errors' in refused ? refused.errors : {})).toEqual([
    'account.0.after',
    'tags.a,b',
    'tags.billing.0.events',
  ]);
  expect(readDefaultRules({ given: { tags: [] }, before })).toHaveProperty('errors.tags');
  expect(tagError('x'.repeat(41))).toBe('A tag can have 40 characters.');
});
