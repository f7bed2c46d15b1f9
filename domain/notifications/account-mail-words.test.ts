import { expect, test } from 'vitest';
import { type AccountMailStory, accountMailWords } from './account-mail-words.ts';

const endsAt = Date.parse('2026-12-03T13:02:00Z');
const timeZone = 'Europe/Paris';

test('a new account is welcomed with its plan and a link to its first job', () => {
  const { title, lines, link } = accountMailWords({ kind: 'welcome', tier: 'free' });
  expect(title).toBe('Welcome to Punctual');
  expect(lines[0]).toBe('Your account is ready. Your plan is Free, which allows up to 10 jobs.');
  expect(link).toEqual({ label: 'Create your first job', path: '/dashboard/jobs/create' });
});

test("the end of a trial names its time in the reader's zone, the price, and how to avoid it", () => {
  const story = { kind: 'trial_ending', tier: 'premium', endsAt, timeZone, isCancelled: false } as const;
  const { title, lines, link } = accountMailWords(story);
  expect(title).toBe('Your trial of Premium ends on Dec 3, 2026');
  expect(lines).toEqual([
    'It ends on Dec 3, 2026 14:02 Europe/Paris. Premium then continues for $3 a month, charged to your card.',
    "If you don't want that, cancel before then: you won't be charged, and your plan goes back to Free, which allows up to 10 jobs.",
  ]);
  expect(link.path).toBe('/dashboard/settings#subscription');
});

test('after a canceled trial the mail says that nothing is charged, and names no price', () => {
  const { lines } = accountMailWords({
    ...{ kind: 'trial_ending', tier: 'ultimate', endsAt, timeZone, isCancelled: true },
  });
  expect(lines[0]).toContain("You have canceled, so you won't be charged.");
  expect(lines.join(' ')).not.toContain('$');
});

test('a failed payment says when it is retried, if known, and what happens otherwise', () => {
  const story = { kind: 'payment_failed', tier: 'premium', nextPaymentAt: endsAt, timeZone } as const;
  expect(accountMailWords(story)).toMatchObject({
    title: 'The payment for Premium failed',
    lines: [
      'Your card could not be charged. You keep Premium while we retry the payment. The next attempt is on Dec 3, 2026 14:02 Europe/Paris.',
      'If no attempt succeeds, your plan becomes Free, which allows up to 10 jobs: the newest active jobs above that will be paused, unless you choose others in Settings.',
      'To fix it right away, add another card under Manage Billing.',
    ],
  });
  expect(accountMailWords({ ...story, nextPaymentAt: null }).lines[0]).toBe(
    'Your card could not be charged. You keep Premium while we retry the payment.',
  );
});

test('a disabled event subscription is named by its host, with the reason and the way back', () => {
  const story = { kind: 'events_disabled', subscriptionId: 4, host: 'events.example.com' } as const;
  const gone = accountMailWords({ ...story, reason: 'gone' });
  expect(gone.title).toBe('Events are no longer sent to events.example.com');
  expect(gone.lines[0]).toContain('410');
  expect(gone.link.path).toBe('/dashboard/settings/event-subscriptions/4');
  expect(accountMailWords({ ...story, reason: 'failing' }).lines[0]).toContain('5 days');
});

test('a single paused job is named in the subject, with its reason and a link to its page', () => {
  const reason = 'The target responded with 410 (Gone) three times in a row.';
  expect(
    accountMailWords({
      ...{ kind: 'jobs_paused', count: 1, firstId: 7 },
      groups: [{ reason, count: 1, names: ['Nightly report'] }],
    }),
  ).toMatchObject({
    title: 'Nightly report was paused',
    lines: [reason, 'It will not run again until you resume it.'],
    link: { path: '/dashboard/jobs/7' },
  });
});

test('many paused jobs are grouped by reason, with twenty names each', () => {
  const limit = 'Your plan allows 10 jobs: the newest ones above that were paused.';
  const gone = 'The target responded with 410 (Gone) three times in a row.';
  const names = Array.from({ length: 20 }, (_, index) => `Job ${index}`);
  const { title, lines, link } = accountMailWords({
    ...{ kind: 'jobs_paused', count: 51, firstId: 0 },
    groups: [
      { reason: limit, count: 50, names },
      { reason: gone, count: 1, names: ['Ping'] },
    ],
  });
  expect(title).toBe('51 jobs were paused');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toBe(`${limit} Paused: ${names.join(', ')} and 30 more.`);
  expect(lines[1]).toBe(`${gone} Paused: Ping.`);
  expect(link.path).toBe('/dashboard?filter=paused');
});

test('lists at most twenty reasons, and says how many jobs are left out', () => {
  const groups = Array.from({ length: 20 }, (_, id) => ({
    ...{ reason: `Reason ${id}.`, count: 1, names: [`Job ${id}`] },
  }));
  const { lines } = accountMailWords({ kind: 'jobs_paused', count: 23, firstId: 0, groups });
  expect(lines).toHaveLength(22);
  expect(lines[20]).toBe('And 3 more jobs.');
});

const week: AccountMailStory = {
  kind: 'weekly_summary',
  firstDay: Date.parse('2026-11-16T00:00:00Z'),
  succeeded: 1_201,
  failed: 3,
  missed: 0,
  worst: [
    { name: 'Nightly report', failed: 2 },
    { name: 'Ping', failed: 1 },
  ],
  active: 12,
  paused: 1,
};

test('the weekly summary has its days, executions, most failures and number of jobs', () => {
  expect(accountMailWords(week)).toMatchObject({
    title: 'Your week: 1,204 runs, 3 of them failed',
    lines: [
      'From Nov 16, 2026 to Nov 22, 2026 (UTC): 1,204 runs, 3 of them failed.',
      'Most failures: Nightly report (2), Ping (1).',
      'Now 12 jobs are active and 1 is paused.',
    ],
  });
});

test.each([
  [0, 0, 'Your week: nothing ran'],
  [1, 0, 'Your week: 1 run, which succeeded'],
  [0, 1, 'Your week: 1 run, which failed'],
  [2, 0, 'Your week: 2 runs, all of them succeeded'],
  [0, 2, 'Your week: 2 runs, all of them failed'],
])('%i successes and %i failures read "%s"', (succeeded, failed, title) => {
  expect(accountMailWords({ ...week, succeeded, failed }).title).toBe(title);
});

test('the summary names runs missed in an outage', () => {
  expect(accountMailWords({ ...week, missed: 2 }).lines).toContain(
    'Punctual was down when 2 runs were due, so they were missed.',
  );
});

test('a disabled channel is named with the reason, the response and the way to fix it', () => {
  const story: Extract<AccountMailStory, { kind: 'channel_disabled' }> = {
    kind: 'channel_disabled',
    channelId: 7,
    name: '#ops',
    channelKind: 'discord',
    errorCode: 'status_rejected',
    statusCode: 404,
    response: '{"message": "Unknown Webhook"}',
  };
  const { title, lines, link, why } = accountMailWords(story);
  expect(title).toBe('The channel #ops was disabled');
  expect(lines[0]).toContain('#ops (Discord)');
  expect(lines[0]).toContain('404');
  expect(lines[1]).toBe('Its response begins: {"message": "Unknown Webhook"}');
  expect(link.path).toBe('/dashboard/settings/channels/7');
  expect(why).toContain("You can't turn these emails off.");
  expect(accountMailWords({ ...story, response: null }).lines).toHaveLength(2);
});
