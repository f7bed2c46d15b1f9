import { expect, test } from 'vitest';
import { dayMs } from '#domain/time/units.ts';
import type { EventDetails } from './event-details.ts';
import { notificationLines, type NotificationStory, notificationTitle } from './notification-words.ts';

const at = Date.parse('2026-11-27T12:00:00Z');
const storyOf = (details: EventDetails): NotificationStory => ({
  ...{
    rule: details.kind,
    jobName: 'Nightly billing',
    timeZone: 'UTC',
    outcome: 'failed',
    verdict: 'Failed: 503.',
  },
  ...{ dueAt: at, isScheduled: true, attempts: 2, missedCount: 0, missedUntil: null, streak: 3 },
  ...{ streakStartedAt: at, pauseReason: null, details, at },
});
const due = 'Scheduled for Nov 27, 2026 12:00 UTC.';

test.each<[EventDetails, string, string[]]>([
  [
    { kind: 'late', latenessMs: 95_400, afterSeconds: 30 },
    'Nightly billing started late',
    ['It started 1m 35s after its scheduled time. Your limit is 30s.', due],
  ],
  [
    { kind: 'too_long', afterSeconds: 120, durationMs: null },
    'Nightly billing is still running',
    ['The run has not finished after 2m.', due],
  ],
  [
    { kind: 'too_long', afterSeconds: 120, durationMs: 125_000 },
    'Nightly billing took too long',
    ['The run took 2m 5s. Your limit is 2m.', due],
  ],
  [
    {
      ...{
        kind: 'certificate',
        host: 'api.example.com',
        subject: 'api.example.com',
        issuer: 'A Test Authority',
      },
      endsAt: at + 3 * dayMs,
    },
    'Nightly billing: the certificate of api.example.com expires in 3 days',
    [
      'The TLS certificate of api.example.com expires on Nov 30, 2026 12:00 UTC. It was issued by A Test Authority.',
      'Renew it before then, or runs will start to fail.',
    ],
  ],
  [
    { kind: 'answer_changed', watch: '$.version', before: '1.4', after: '' },
    'The response of Nightly billing changed',
    ['The field $.version has changed since the last successful run.', 'Before: 1.4', 'Now: (empty)', due],
  ],
  [
    { kind: 'answer_changed', watch: '/v (.*)/', before: 'x', after: 'x' },
    'The response of Nightly billing changed',
    ['The match of /v (.*)/ has changed since the last successful run, after its first 500 characters.', due],
  ],
])('%j has its own words, without the result of the run', (details, title, lines) => {
  expect(notificationTitle(storyOf(details))).toBe(title);
  expect(notificationLines(storyOf(details))).toEqual(lines);
});
