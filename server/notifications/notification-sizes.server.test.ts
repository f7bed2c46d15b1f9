import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { notificationMail } from '#server/notifications/channels/mail-notification.server.ts';
import { pushWords } from '#server/notifications/channels/push-notification.server.ts';
import { slackBody } from '#server/notifications/channels/kinds/slack.server.ts';
import { webhookBody } from '#server/notifications/channels/kinds/webhook.server.ts';
import { cutJsonBytes, cutText } from './cut-text.server.ts';
import { digestOf, messageOf } from './message.server.ts';
import type { NotificationRow } from './notification-rows.server.ts';

// Sizes are checked before rendering: with any names and verdicts, and any number of notifications, no channel gets
// more than it accepts.

Object.assign(process.env, {
  APP_ORIGIN: 'https://punctual.example',
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
  MAIL_FROM: 'Punctual <mail@punctual.example>',
});

const at = new Date('2026-03-02T12:00:00Z');

/** The longest name of a job in one character, and a verdict with a large foreign text. */
const rowOf = ({ character, id }: { character: string; id: number }) =>
  ({
    ...{
      id: BigInt(id),
      jobId: id,
      executionId: BigInt(id),
      rule: 'failure',
      channel: 'webhook',
      enqueuedAt: at,
    },
    ...{ streak: 2_000_000_000, streakStartedAt: at },
    job: {
      id,
      name: character.repeat(200),
      ownerId: 1,
      cronExpression: '0 * * * *',
      timeZone: 'America/Argentina/ComodRivadavia',
      status: 'active',
      pauseReason: character.repeat(2_000),
      owner: { email: 'a@b.example', emailVerified: true },
    },
    execution: {
      id: BigInt(id),
      ...{ trigger: 'schedule', scheduledFor: at, dueAt: at, startedAt: at, endedAt: at, durationMs: 1 },
      ...{ latenessMs: 1, outcome: 'failed', reason: null, statusCode: 503, errorCode: 'status_rejected' },
      ...{ verdict: character.repeat(100_000), attemptCount: 11, missedUntil: null, missedCount: null },
    },
  }) as NotificationRow;

const characters = ['x', '&', '<', '"', '\\', '*', "'", 'é', '語', '😀', '\u0001', '\ud800', '\n'];
const messages = characters.flatMap((character) => {
  const rows = Array.from({ length: 201 }, (_, index) => rowOf({ character, id: index + 1 }));
  const [first] = rows;
  const shown = JSON.stringify(character);
  return [
    [`one note of ${shown}`, messageOf(first as NotificationRow)],
    [`201 notes of ${shown}`, digestOf(rows)],
  ] as const;
});

test.each(messages)(
  'Slack gets sections of at most 3,000 characters, with no entity cut: %s',
  (_, message) => {
    const body = JSON.parse(slackBody(message)) as { text: string; blocks: { text?: { text: string } }[] };
    expect(body.text).toContain(message.link.url);
    for (const text of [body.text, body.blocks[0]?.text?.text ?? '']) {
      expect(text.length).toBeLessThanOrEqual(3_000);
      expect(text.replace(/&(?:amp|lt|gt);/g, '').replace(/<https:[^>]*>/g, '')).not.toMatch(/[&<>]/);
    }
  },
);

test.each(messages)('a push message has at most 3,993 bytes before encryption: %s', (_, message) => {
  const text = JSON.stringify({ ...pushWords(message), failing: Number.MAX_SAFE_INTEGER });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3_993);
});

test.each(messages)(
  'a webhook gets at most 100 kB, and the number of omitted notifications: %s',
  (_, message) => {
    const body = webhookBody(message);
    expect(Buffer.byteLength(body)).toBeLessThan(102_400);
    const { data } = JSON.parse(body) as { data: { notifications?: unknown[]; omitted?: number } };
    if (data.notifications) expect(data.notifications.length + (data.omitted ?? 0)).toBe(201);
  },
);

test.each(messages)(
  'a mail has a subject of at most 200 characters and at most a page of text: %s',
  (_, message) => {
    const {
      subject,
      text,
      html = '',
    } = notificationMail({ message, to: 'a@b.example', jobUrl: 'https://punctual.example/1' });
    expect(subject.length).toBeLessThanOrEqual(200);
    expect(text.length).toBeLessThan(40_000);
    expect(html.length).toBeLessThan(200_000);
  },
);

const anyText = fc.string({ unit: 'binary', maxLength: 300 });

test('a cut text is its start in whole characters and an ellipsis; one that fits is unchanged', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 4, max: 300 }), (text, most) => {
      const cuts = [
        { cut: cutText({ text, most }), size: (one: string) => one.length, slack: 0 },
        {
          cut: cutJsonBytes({ text, most }),
          size: (one: string) => Buffer.byteLength(JSON.stringify(one)) - 2,
          slack: 0,
        },
      ];
      for (const { cut, size, slack } of cuts) {
        expect(size(cut)).toBeLessThanOrEqual(most);
        if (size(text) <= most - slack) expect(cut).toBe(text);
        if (cut === text) continue;
        expect(cut.endsWith('…')).toBe(true);
        const kept = cut.slice(0, -1);
        expect(text.startsWith(kept)).toBe(true);
        // Not between the two halves of a character.
        expect(/[\ud800-\udbff]$/.test(kept) && /^[\udc00-\udfff]/.test(text.slice(kept.length))).toBe(false);
      }
    }),
  );
});
