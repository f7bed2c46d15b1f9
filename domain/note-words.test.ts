import { expect, test } from 'vitest';
import { notificationErrorText, noteLines, type NoteStory, noteTitle } from './note-words.ts';

const story: NoteStory = {
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

test('a note of failure says what failed, why, and which fire it was, in the zone of the job', () => {
  expect(noteTitle(story)).toBe('Nightly billing failed');
  expect(noteLines(story)).toEqual([
    'Failed: the response was 503; this job expects 2xx.',
    'Scheduled for Mar 2, 2026 02:30 Europe/Paris, after 4 attempts.',
  ]);
});

test('a reminder says how many failures there are in a row, and since when', () => {
  const reminder: NoteStory = { ...story, rule: 'reminder', streak: 1_210, attempts: 1 };
  expect(noteTitle(reminder)).toBe('Nightly billing is still failing');
  expect(noteLines(reminder).slice(1)).toEqual([
    'Scheduled for Mar 2, 2026 02:30 Europe/Paris.',
    '1,210 failures in a row since Mar 2, 2026 02:30 Europe/Paris.',
  ]);
});

test('a note of recovery says how long the failures lasted', () => {
  const recovery: NoteStory = { ...story, rule: 'recovery', outcome: 'success', streak: 12, attempts: 1 };
  expect(noteTitle(recovery)).toBe('Nightly billing works again');
  expect(noteLines(recovery)).toContain(
    'It had failed 12 times in a row since Mar 2, 2026 02:30 Europe/Paris.',
  );
});

test('a missed fire is told as ours: the endpoint was not called', () => {
  const missed: NoteStory = {
    ...story,
    rule: 'missed',
    outcome: 'missed',
    verdict: null,
    missedCount: 60,
    missedUntil: story.dueAt + 59 * 60_000,
  };
  expect(noteTitle(missed)).toBe('Nightly billing missed 60 runs');
  expect(noteLines(missed)).toEqual([
    'Punctual was down when the runs from Mar 2, 2026 02:30 Europe/Paris to Mar 2, 2026 03:29 Europe/Paris were due. Your endpoint was not called.',
  ]);
  expect(noteTitle({ ...missed, missedCount: 1 })).toBe('Nightly billing missed 1 run');
});

test('an auto-pause says why, and that the job fires no more', () => {
  const paused: NoteStory = {
    ...story,
    rule: 'auto_pause',
    streak: 100,
    pauseReason: 'It failed 100 times in a row',
  };
  expect(noteTitle(paused)).toBe('Nightly billing was paused');
  expect(noteLines(paused).slice(0, 2)).toEqual([
    'It failed 100 times in a row.',
    'It will not run again until you resume it.',
  ]);
});

test('always tells what came of the execution, and a run by hand has no schedule', () => {
  const always: NoteStory = { ...story, rule: 'always', isScheduled: false };
  expect(noteTitle(always)).toBe('Nightly billing failed');
  expect(noteTitle({ ...always, outcome: 'success' })).toBe('Nightly billing succeeded');
  expect(noteLines(always)[1]).toBe('Requested at Mar 2, 2026 02:30 Europe/Paris, after 4 attempts.');
});

test('a note that did not arrive says why, in words for its owner', () => {
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
] as const)('a note by %s that took too long names the limit of its channel, %i s', (channel, seconds) => {
  const text = notificationErrorText({ channel, errorCode: 'timeout', statusCode: null });
  expect(text).toBe(`No complete response within ${seconds} seconds.`);
});
