import { expect, test } from 'vitest';
import {
  notificationErrorText,
  notificationLines,
  type NotificationStory,
  notificationTitle,
} from './notification-words.ts';

const story: NotificationStory = {
  rule: 'failure',
  jobName: 'Nightly billing',
  timeZone: 'Europe/Paris',
  outcome: 'failed',
  verdict: 'Failed: the response was 503; this job expects 2xx.',
  dueAt: Date.parse('2026-03-02T01:30:00Z'),
  isScheduled: true,
  attempts: 4,
  missedCount: 0,
  missedUntil: null,
  streak: 1,
  streakStartedAt: Date.parse('2026-03-02T01:30:02Z'),
  pauseReason: null,
};

test("a failure says what failed, why, and which fire it was, in the job's zone", () => {
  expect(notificationTitle(story)).toBe('Nightly billing failed');
  expect(notificationLines(story)).toEqual([
    'Failed: the response was 503; this job expects 2xx.',
    'Scheduled for Mar 2, 2026 02:30 Europe/Paris, after 4 attempts.',
  ]);
});

test('a reminder says how many failures there are in a row, and since when', () => {
  const reminder: NotificationStory = { ...story, rule: 'reminder', streak: 1_210, attempts: 1 };
  expect(notificationTitle(reminder)).toBe('Nightly billing is still failing');
  expect(notificationLines(reminder).slice(1)).toEqual([
    'Scheduled for Mar 2, 2026 02:30 Europe/Paris.',
    '1,210 failures in a row since Mar 2, 2026 02:30 Europe/Paris.',
  ]);
});

test('a recovery says how long the failures lasted', () => {
  const recovery: NotificationStory = {
    ...story,
    rule: 'recovery',
    outcome: 'success',
    streak: 12,
    attempts: 1,
  };
  expect(notificationTitle(recovery)).toBe('Nightly billing is working again');
  expect(notificationLines(recovery)).toContain(
    'It failed 12 times in a row, starting on Mar 2, 2026 02:30 Europe/Paris.',
  );
  expect(notificationLines({ ...recovery, streak: 1 })).toContain(
    'It failed once, on Mar 2, 2026 02:30 Europe/Paris.',
  );
});

test('flapping says that no more is notified until its end, and the end says how the job is', () => {
  const flapping: NotificationStory = { ...story, rule: 'flapping' };
  expect(notificationTitle(flapping)).toBe('Nightly billing is flapping');
  expect(notificationLines(flapping)[0]).toContain('more than 4 incidents within an hour');
  const ended: NotificationStory = { ...story, rule: 'flapping_ended', outcome: 'success', streak: 0 };
  expect(notificationTitle(ended)).toBe('Nightly billing has stopped flapping');
  expect(notificationLines(ended)).toEqual(['No new incident for an hour. Its last run succeeded.']);
  expect(notificationLines({ ...ended, outcome: 'failed' })).toEqual([
    'No new incident for an hour. It is still failing.',
  ]);
});

test('a missed fire is described as our outage: the endpoint was not called', () => {
  const missed: NotificationStory = {
    ...story,
    rule: 'missed',
    outcome: 'missed',
    verdict: null,
    missedCount: 60,
    missedUntil: story.dueAt + 59 * 60_000,
  };
  expect(notificationTitle(missed)).toBe('Nightly billing missed 60 runs');
  expect(notificationLines(missed)).toEqual([
    'Punctual was down when the runs from Mar 2, 2026 02:30 Europe/Paris to Mar 2, 2026 03:29 Europe/Paris were due. Your endpoint was not called.',
  ]);
  expect(notificationTitle({ ...missed, missedCount: 1 })).toBe('Nightly billing missed 1 run');
});

test('an auto-pause says why, and that the job no longer fires', () => {
  const paused: NotificationStory = {
    ...story,
    rule: 'auto_pause',
    streak: 100,
    pauseReason: 'It failed 100 times in a row',
  };
  expect(notificationTitle(paused)).toBe('Nightly billing was paused');
  expect(notificationLines(paused).slice(0, 2)).toEqual([
    'It failed 100 times in a row.',
    'It will not run again until you resume it.',
  ]);
});

test('with frequency always the outcome is reported, and a manual run has no schedule', () => {
  const always: NotificationStory = { ...story, rule: 'always', isScheduled: false };
  expect(notificationTitle(always)).toBe('Nightly billing failed');
  expect(notificationTitle({ ...always, outcome: 'success' })).toBe('Nightly billing succeeded');
  expect(notificationLines(always)[1]).toBe('Requested on Mar 2, 2026 02:30 Europe/Paris, after 4 attempts.');
});

test('a failed notification says why, in words for its owner', () => {
  const errorIn = (error: { errorCode: string; statusCode: number | null }) =>
    notificationErrorText({ channel: 'webhook', ...error });
  expect(errorIn({ errorCode: 'status_rejected', statusCode: 404 })).toBe('The response was 404.');
  expect(errorIn({ errorCode: 'mail_unconfigured', statusCode: null })).toContain('no mail server');
  expect(errorIn({ errorCode: 'email_unconfirmed', statusCode: null })).toContain('not verified');
});

test.each([
  ['webhook', 10],
  ['slack', 10],
  ['email', 20],
] as const)(
  'a %s notification that took too long names the limit of its channel, %i s',
  (channel, seconds) => {
    const text = notificationErrorText({ channel, errorCode: 'timeout', statusCode: null });
    expect(text).toBe(`No complete response within ${seconds} seconds.`);
  },
);
