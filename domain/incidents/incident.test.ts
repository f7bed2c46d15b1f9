import { fc } from '#tests/property.ts';
import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '#domain/time/units.ts';
import { incidentStatus, isHeldBack, startsFlapping } from './incident.ts';

const now = Date.parse('2026-11-27T12:00:00Z');

test('an acknowledged incident stays acknowledged until it is closed', () => {
  expect(incidentStatus({ closedAt: null, acknowledgedAt: null })).toBe('open');
  expect(incidentStatus({ closedAt: null, acknowledgedAt: now })).toBe('acknowledged');
  expect(incidentStatus({ closedAt: now, acknowledgedAt: now })).toBe('closed');
  expect(incidentStatus({ closedAt: now, acknowledgedAt: null })).toBe('closed');
});

test('the fifth opening within an hour is flapping, the fourth is not', () => {
  const ago = (minutes: number) => now - minutes * minuteMs;
  expect(startsFlapping({ earlier: [ago(50), ago(40), ago(20)], now })).toBe(false);
  expect(startsFlapping({ earlier: [ago(59), ago(40), ago(20), ago(1)], now })).toBe(true);
  expect(startsFlapping({ earlier: [ago(60), ago(40), ago(20), ago(1)], now })).toBe(false);
});

test('flapping depends on the number of openings in the last hour only', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3 * hourMs }), { maxLength: 12 }), (ages) => {
      const recent = ages.filter((age) => age < hourMs).length;
      expect(startsFlapping({ earlier: ages.map((age) => now - age), now })).toBe(recent + 1 > 4);
    }),
  );
});

const quiet = { acknowledgedAt: null, snoozedUntil: null, isFlapping: false };

test.each([
  ['nothing of an open incident', quiet, []],
  [
    'failures and reminders once it is acknowledged',
    { ...quiet, acknowledgedAt: now },
    ['failure', 'reminder'],
  ],
  [
    'everything but the end while it is snoozed',
    { ...quiet, snoozedUntil: now },
    [
      ...['failure', 'reminder', 'always', 'missed', 'auto_pause_warning'],
      ...['late', 'too_long', 'certificate', 'answer_changed', 'flapping_ended'],
    ],
  ],
  [
    'failures and recoveries of a flapping job',
    { ...quiet, isFlapping: true },
    ['failure', 'reminder', 'recovery'],
  ],
])('holds back %s', (_name, incident, held) => {
  const rules = [
    'failure',
    'reminder',
    'recovery',
    'always',
    'success',
    'missed',
    'auto_pause',
    'auto_pause_warning',
    ...['late', 'too_long', 'certificate', 'answer_changed', 'flapping_ended'],
  ];
  expect(rules.filter((rule) => isHeldBack({ rule, incident }))).toEqual(held);
});

test('the recovery of a snoozed incident passes by every name that a frequency gives it', () => {
  const incident = { ...quiet, snoozedUntil: now };
  for (const rule of ['recovery', 'success', 'always'])
    expect(isHeldBack({ rule, isRecovery: true, incident })).toBe(false);
  expect(isHeldBack({ rule: 'always', incident })).toBe(true);
});
