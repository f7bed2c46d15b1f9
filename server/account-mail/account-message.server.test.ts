import { expect, test } from 'vitest';
import type { AccountMailStory } from '#domain/notifications/account-mail-words.ts';
import { accountMessage } from './account-message.server.ts';
import { readUnsubscribeToken } from './unsubscribe-token.server.ts';

const pepper = (fill: number) => Buffer.alloc(32, fill).toString('base64');
const settings = {
  APP_ORIGIN: 'https://punctual.example',
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
  KEY_PEPPERS: `new:${pepper(1)},old:${pepper(2)}`,
  MAIL_FROM: 'Punctual <mail@punctual.example>',
  SMTP_URL: 'smtp://127.0.0.1:1',
};
Object.assign(process.env, settings);

const timeZone = 'UTC';
const at = Date.parse('2026-12-03T13:02:00Z');
const reason = 'The target responded with 410 (Gone) three times in a row.';
const stories: AccountMailStory[] = [
  { kind: 'welcome', tier: 'free' },
  { kind: 'trial_ending', tier: 'premium', endsAt: at, isCancelled: false, timeZone },
  { kind: 'payment_failed', tier: 'ultimate', nextPaymentAt: at, timeZone },
  { kind: 'events_disabled', subscriptionId: 4, host: 'events.example.com', reason: 'gone' },
  {
    ...{ kind: 'jobs_paused', count: 1, firstId: 7 },
    groups: [{ reason, count: 1, names: ['A <b>& "B"\r\nBcc: evil@example.com'] }],
  },
  {
    kind: 'weekly_summary',
    ...{ firstDay: at, succeeded: 9, failed: 1, missed: 1, active: 2, paused: 0 },
    worst: [{ name: '<script>', failed: 1 }],
  },
];
const written = (story: AccountMailStory) =>
  accountMessage({ to: 'a@b.example', userId: 12, mailId: 34, story });

/** The text of a piece of HTML, and the targets of its links. */
function readHtml(html: string) {
  const text = html
    .replace(/<a href="([^"]*)">/g, '')
    .replace(/<[^<>]*>/g, '\n')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, mark: string) => signs[mark] ?? '');
  return { text, links: [...html.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => url) };
}
const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '' && word !== '--');

test.each(stories)('the text and the HTML of $kind say the same and load nothing', (story) => {
  const { text, html = '' } = written(story);
  const read = readHtml(html);
  for (const url of read.links) expect(text).toContain(url);
  const withoutLinks = read.links.reduce((rest, url) => rest.replace(`: ${url}`, ''), text);
  expect(words(read.text)).toEqual(words(withoutLinks));
  expect(html).not.toMatch(/<(?:img|script|style|link|iframe)|src=|url\(/i);
  expect(read.links.every((url) => url.startsWith('https://punctual.example/'))).toBe(true);
});

test.each(stories)('$kind has a one-line subject, and the same message id on every attempt', (story) => {
  const { subject, messageId } = written(story);
  expect(subject).toMatch(/^[^\r\n]{5,200}$/);
  expect(messageId).toBe('account_34@punctual.example');
});

test.each(stories)('$kind has a one-click unsubscribe link exactly if it is optional', (story) => {
  const { headers, text } = written(story);
  if (story.kind !== 'jobs_paused' && story.kind !== 'weekly_summary') {
    expect(headers).toBeUndefined();
    expect(text).not.toContain('/mail/unsubscribe/');
    return;
  }
  const link = /^<https:\/\/punctual\.example\/mail\/unsubscribe\/(.+)>$/.exec(
    headers?.['list-unsubscribe'] ?? '',
  );
  expect(headers?.['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  expect(readUnsubscribeToken(link?.[1] ?? '')).toEqual({ userId: 12, kind: story.kind });
  expect(text).toContain(`Stop these emails: ${link?.[0].slice(1, -1) ?? 'nothing'}`);
});

test('a token changed to another account or kind, or made up, is refused', () => {
  const { headers } = written({ kind: 'jobs_paused', count: 0, firstId: 0, groups: [] });
  const token = /unsubscribe\/(.+)>$/.exec(headers?.['list-unsubscribe'] ?? '')?.[1] ?? '';
  expect(readUnsubscribeToken(token)).not.toBeNull();
  const forged = [
    token.replace('12.', '13.'),
    token.replace('jobs_paused', 'weekly_summary'),
    token.replace('jobs_paused', 'welcome'),
    token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    token.slice(0, -1),
    `0${token}`,
    '',
    'x',
  ];
  for (const bad of forged) expect(readUnsubscribeToken(bad), bad).toBeNull();
});
