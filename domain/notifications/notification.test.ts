import { expect, test } from 'vitest';
import { fc } from '#tests/property.ts';
import {
  type NotificationFacts,
  mailFor,
  notificationFor,
  pushFor,
  readNotificationConfig,
} from './notification.ts';

const url = 'https://hooks.slack.com/services/T0/B0/x';

test('a bare URL means a notification at the first failure and one on recovery', () => {
  expect(readNotificationConfig(` ${url} `)).toEqual({ url, after: 1, every: false, recovery: true });
});

test('JSON sets the number of failures, whether each one notifies, and whether recovery does', () => {
  const config = { url, after: 3, every: true, recovery: false };
  expect(readNotificationConfig(JSON.stringify(config))).toEqual(config);
});

test.each([
  'slack',
  'ftp://acme.example',
  '{',
  '{}',
  '[]',
  `{"url":"${url}","after":0}`,
  `{"url":"${url}","every":1}`,
])('%s is not a notification config', (text) => {
  expect(readNotificationConfig(text)).toBeNull();
});

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const dailyMs = dayMs - hourMs / 2;
const facts: NotificationFacts = {
  frequency: 'on_failure',
  config: { after: 1, every: false, recovery: true },
  end: 'failure',
  streak: 1,
  lastNotifiedAt: null,
  now: hourMs,
};

interface Past {
  ends: NotificationFacts['end'][];
  everyMs?: number;
  given?: Partial<NotificationFacts>;
}

/** Notifications for consecutive executions, as [number of the execution, rule]. */
function report({ ends, everyMs = hourMs, given }: Past): [number, string][] {
  const shown: [number, string][] = [];
  let streak = 0;
  let lastNotifiedAt: number | null = null;
  for (const [index, end] of ends.entries()) {
    const now = (index + 1) * everyMs;
    if (end === 'failure') streak += 1;
    const rule = notificationFor({ ...facts, ...given, end, streak, lastNotifiedAt, now });
    if (rule !== null) shown.push([index + 1, rule]);
    if (rule !== null && end === 'failure') lastNotifiedAt = now;
    if (end === 'success') [streak, lastNotifiedAt] = [0, null];
  }
  return shown;
}

const failures = (count: number) => Array.from({ length: count }, () => 'failure' as const);
const numbers = (past: Past) => report(past).map(([number]) => number);

test('notifies on the first failure, the 10th, the 100th and once a day', () => {
  expect(numbers({ ends: failures(110) })).toEqual([1, 10, 34, 58, 82, 100]);
});

test('a nightly job notifies every night, even if its executions end earlier or later', () => {
  const nights = [0, dayMs - 6_000, 2 * dayMs + 9_000, 3 * dayMs - 20 * 60_000];
  const rules = nights.slice(1).map((now, index) => {
    const lastNotifiedAt = nights[index] ?? 0;
    const mailed = mailFor({ ...facts, now, lastNotifiedAt: null, lastMailedAt: lastNotifiedAt });
    return [notificationFor({ ...facts, streak: index + 2, now, lastNotifiedAt }), mailed];
  });
  expect(rules).toEqual(nights.slice(1).map(() => ['reminder', 'failure']));
});

test('a job may notify later in a streak, or on every failure', () => {
  expect(numbers({ ends: failures(12), given: { config: { ...facts.config, after: 3 } } })).toEqual([3, 10]);
  expect(numbers({ ends: failures(4), given: { config: { ...facts.config, every: true } } })).toEqual([
    1, 2, 3, 4,
  ]);
  const late = { config: { ...facts.config, after: 3, every: true } };
  expect(numbers({ ends: failures(4), given: late })).toEqual([3, 4]);
});

test('a job that enables notifications during a streak notifies on its next failure', () => {
  expect(notificationFor({ ...facts, streak: 5 })).toBe('failure');
});

test('notifies of a recovery once, and only if the failures were notified', () => {
  const success = { ...facts, end: 'success' as const, lastNotifiedAt: hourMs };
  expect(notificationFor({ ...success, streak: 2 })).toBe('recovery');
  expect(notificationFor({ ...success, streak: 2, lastNotifiedAt: null })).toBeNull();
  expect(notificationFor({ ...success, streak: 2, config: { ...facts.config, recovery: false } })).toBeNull();
  expect(report({ ends: ['failure', 'success', 'success'] })).toEqual([
    [1, 'failure'],
    [2, 'recovery'],
  ]);
});

test('notifies of a missed fire whatever the streak, without a recovery after it', () => {
  const late = { config: { ...facts.config, after: 3 } };
  expect(report({ ends: ['missed', 'success'], given: late })).toEqual([[1, 'missed']]);
});

test('never, always and on_success do what their names say', () => {
  const rules = (frequency: NotificationFacts['frequency']) =>
    (['failure', 'success', 'missed'] as const).map((end) => notificationFor({ ...facts, frequency, end }));
  expect(rules('never')).toEqual([null, null, null]);
  expect(rules('always')).toEqual(['always', 'always', 'always']);
  expect(rules('on_success')).toEqual([null, 'success', null]);
});

const history = fc.record({
  ends: fc.array(fc.constantFrom('success' as const, 'failure' as const), { maxLength: 150 }),
  everyMs: fc.integer({ min: 60_000, max: 2 * dayMs }),
  after: fc.integer({ min: 1, max: 20 }),
});

test('each streak notifies at its threshold, at least once a day, and of its end once', () => {
  fc.assert(
    fc.property(history, ({ ends, everyMs, after }) => {
      const shown = new Map(
        report({ ends, everyMs, given: { config: { after, every: false, recovery: true } } }),
      );
      let streak = 0;
      let notifiedAt = 0;
      for (const [index, end] of ends.entries()) {
        const rule = shown.get(index + 1);
        const now = (index + 1) * everyMs;
        if (end === 'success') {
          expect(rule).toBe(streak >= after ? 'recovery' : undefined);
          streak = 0;
          continue;
        }
        streak += 1;
        const isMilestone = streak === 10 || streak === 100;
        const isDue = streak > after && (isMilestone || now - notifiedAt >= dailyMs);
        expect(rule).toBe(streak === after ? 'failure' : isDue ? 'reminder' : undefined);
        if (rule) notifiedAt = now;
      }
    }),
  );
});

test('without a channel the owner gets at most one mail a day, and one for each streak', () => {
  fc.assert(
    fc.property(history, ({ ends, everyMs }) => {
      let lastNotifiedAt: number | null = null;
      let lastMailedAt: number | null = null;
      for (const [index, end] of ends.entries()) {
        const now = (index + 1) * everyMs;
        if (end === 'success') lastNotifiedAt = null;
        const rule = mailFor({ frequency: 'on_failure', end, lastNotifiedAt, lastMailedAt, now });
        const isDayPast = lastMailedAt === null || now - lastMailedAt >= dailyMs;
        expect(rule).toBe(end === 'failure' && lastNotifiedAt === null && isDayPast ? 'failure' : null);
        if (rule) lastMailedAt = lastNotifiedAt = now;
      }
    }),
  );
});

test('without a channel, a job that notifies never or only on success sends no mail', () => {
  const first = { end: 'failure', lastNotifiedAt: null, lastMailedAt: null, now: hourMs } as const;
  expect(mailFor({ ...first, frequency: 'never' })).toBeNull();
  expect(mailFor({ ...first, frequency: 'on_success' })).toBeNull();
  expect(mailFor({ ...first, frequency: 'always' })).toBe('failure');
  expect(mailFor({ ...first, frequency: 'on_failure', end: 'missed' })).toBe('missed');
});

test.each([
  [1, 'failure'],
  [2, null],
  [9, null],
  [10, 'reminder'],
  [99, null],
  [100, 'reminder'],
  [101, null],
])('of %i failures in a row %s is pushed', (streak, rule) => {
  for (const frequency of ['on_failure', 'always'] as const)
    expect(pushFor({ frequency, end: 'failure', streak })).toBe(rule);
  for (const frequency of ['never', 'on_success'] as const)
    expect(pushFor({ frequency, end: 'failure', streak })).toBe(null);
});

test('a missed fire is pushed, a success never is', () => {
  expect(pushFor({ frequency: 'on_failure', end: 'missed', streak: 0 })).toBe('missed');
  expect(pushFor({ frequency: 'always', end: 'success', streak: 0 })).toBe(null);
  expect(pushFor({ frequency: 'on_success', end: 'missed', streak: 0 })).toBe(null);
});
