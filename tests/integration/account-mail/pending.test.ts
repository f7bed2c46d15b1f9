import { expect, test } from 'vitest';
import { signInAccount } from '#server/accounts/sign-in-account.server.ts';
import { chooseByLink, findMailChoice } from '#server/account-mail/mail-choices.server.ts';
import { unsubscribeLink } from '#server/account-mail/unsubscribe-token.server.ts';
import { db } from '#server/database/db.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { endSubscriptions } from '#server/maintenance/end-subscriptions.server.ts';
import { enqueueReminders } from '#server/maintenance/enqueue-reminders.server.ts';
import { pauseFailingJobs } from '#server/jobs/pause-failing-jobs.server.ts';
import { aSavedJob, aUser } from '#tests/integration/makers.ts';
import { cameFor, kindsOf, mailsOf, sendAll } from './kit.ts';
import '#tests/integration/mail/set-up.ts';

const dayMs = 86_400_000;
const isStopping = () => false;
const request = { id: 'r', ip: '192.0.2.7', userAgent: 'curl/8.5.0' };

function signIn(subject: string) {
  return signInAccount({
    identity: {
      ...{ issuer: 'https://identity.example.com', subject, email: `${subject}@example.com` },
      ...{ isEmailVerified: true, username: null, firstName: null, lastName: null, pictureUrl: null },
      authenticatedAt: new Date(),
    },
    request,
    formerToken: null,
  });
}

async function aTrial({
  endsInMs,
  ...given
}: {
  endsInMs: number;
  status?: string;
  cancelAtPeriodEnd?: boolean;
}) {
  const user = await aUser();
  const trialEndsAt = new Date(Math.floor((Date.now() + endsInMs) / 1_000) * 1_000);
  await db().subscription.create({
    data: { userId: user.id, status: 'trialing', tier: 'premium', trialEndsAt, ...given },
  });
  return user;
}

test('the first sign-in enqueues a welcome mail once, even if it happens twice at the same moment', async () => {
  const subject = crypto.randomUUID();
  const [one] = await Promise.allSettled([signIn(subject), signIn(subject)]);
  const { userId } = one.status === 'fulfilled' ? one.value : await signIn(subject);
  await signIn(subject);
  expect(await kindsOf(userId)).toEqual(['welcome']);
});

test('a trial that ends within three days enqueues one mail, others do not', async () => {
  const soon = await aTrial({ endsInMs: 3 * dayMs - 60_000 });
  const cancelled = await aTrial({ endsInMs: dayMs, cancelAtPeriodEnd: true });
  const later = await aTrial({ endsInMs: 3 * dayMs + 60_000 });
  const paid = await aTrial({ endsInMs: dayMs, status: 'active' });
  const over = await aTrial({ endsInMs: -dayMs });
  await enqueueReminders({ isStopping });
  await enqueueReminders({ isStopping });
  for (const { id } of [soon, cancelled]) expect(await kindsOf(id)).toEqual(['trial_ending']);
  for (const { id } of [later, paid, over]) expect(await kindsOf(id)).toEqual([]);
  await sendAll();
  expect(cameFor(soon.email)[0]?.subject).toMatch(/^Your trial of Premium ends on \w+ \d+, \d{4}$/);
  expect(cameFor(soon.email)[0]?.text).toContain('$3 a month');
  expect(cameFor(cancelled.email)[0]?.text).toContain("you won't be charged");
});

test('a trial that became a subscription before its mail was sent sends none', async () => {
  const { id, email } = await aTrial({ endsInMs: dayMs });
  await enqueueReminders({ isStopping });
  await db().subscription.update({ where: { userId: id }, data: { status: 'active' } });
  await sendAll();
  expect(cameFor(email)).toEqual([]);
});

test('jobs paused by a lower plan enqueue one mail, in the transaction that pauses them', async () => {
  const owner = await aUser({ tier: 'premium' });
  for (let made = 0; made < 13; made += 1) await aSavedJob({ owner, name: `Job ${made}` });
  const currentPeriodEnd = new Date(Date.now() - 4 * dayMs);
  await db().subscription.create({
    data: { userId: owner.id, status: 'active', tier: 'premium', currentPeriodEnd },
  });
  await endSubscriptions({ isStopping });
  const [mail] = await mailsOf(owner.id);
  expect(mail).toMatchObject({ kind: 'jobs_paused', state: 'pending' });
  expect(mail?.jobIds).toHaveLength(3);
  await sendAll();
  expect(cameFor(owner.email)[0]?.text).toContain(
    'Your plan allows 10 jobs: the newest ones above that were paused. Paused: Job 10, Job 11, Job 12.',
  );
});

test('a job paused for failing enqueues a mail if its notifications go elsewhere, and none if they are mails', async () => {
  const [owner, other] = [await aUser(), await aUser()];
  const hooked = await aSavedJob({
    owner,
    notificationType: 'webhook',
    notificationConfig: 'https://notes.example.com/in',
  });
  const silent = await aSavedJob({ owner: other });
  const failing = [hooked, silent].map(({ id: jobId }) => ({ jobId, reason: 'It failed.' }));
  expect(await inTransaction((client) => pauseFailingJobs({ client, failing }))).toHaveLength(2);
  expect(await mailsOf(owner.id)).toMatchObject([{ kind: 'jobs_paused', jobIds: [hooked.id] }]);
  expect(await mailsOf(other.id)).toEqual([]);
});

test('a rolled back transaction enqueues nothing', async () => {
  const owner = await aUser();
  const { id: jobId } = await aSavedJob({
    owner,
    notificationType: 'webhook',
    notificationConfig: 'https://notes.example.com/in',
  });
  const failing = [{ jobId, reason: 'It failed.' }];
  const work = inTransaction(async (client) => {
    await pauseFailingJobs({ client, failing });
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await mailsOf(owner.id)).toEqual([]);
});

test('the weekly summary is enqueued on Mondays, once, for accounts that chose it and have a job', async () => {
  const chosen = await aUser({ hasWeeklySummary: true });
  const idle = await aUser({ hasWeeklySummary: true });
  const other = await aUser();
  const job = await aSavedJob({ owner: chosen, name: 'Nightly report' });
  await aSavedJob({ owner: other });
  const days = [
    { day: new Date('2026-11-15'), success: 50 },
    { day: new Date('2026-11-16'), success: 20, failed: 1 },
    { day: new Date('2026-11-22'), success: 3, superseded: 1, missed: 2 },
    { day: new Date('2026-11-23'), failed: 50 },
  ];
  await db().dailyStat.createMany({ data: days.map((day) => ({ jobId: job.id, ...day })) });
  await enqueueReminders({ isStopping, now: Date.parse('2026-11-22T23:59:00Z') });
  expect(await kindsOf(chosen.id)).toEqual([]);
  for (const hour of ['06', '07', '23'])
    await enqueueReminders({ isStopping, now: Date.parse(`2026-11-23T${hour}:20:00Z`) });
  for (const { id } of [idle, other]) expect(await kindsOf(id)).toEqual([]);
  expect(await mailsOf(chosen.id)).toMatchObject([{ kind: 'weekly_summary', key: '2026-11-16' }]);
  await sendAll();
  const [mail] = cameFor(chosen.email);
  expect(mail?.subject).toBe('Your week: 25 runs, 2 of them failed');
  expect(mail?.text).toContain('From Nov 16, 2026 to Nov 22, 2026 (UTC)');
  expect(mail?.text).toContain('Most failures: Nightly report (2).');
  expect(mail?.text).toContain('Punctual was down when 2 runs were due');
});

test('the link in a mail switches its kind off and on again, and is logged as a security event without an address', async () => {
  const { id, email } = await aUser({ hasWeeklySummary: true });
  const token = unsubscribeLink({ userId: id, kind: 'weekly_summary' }).split('/').at(-1) ?? '';
  expect(await findMailChoice({ token })).toEqual({ kind: 'weekly_summary', address: email, isOn: true });
  await chooseByLink({ token, isOn: false });
  await chooseByLink({ token, isOn: false });
  expect(await db().user.findUnique({ where: { id } })).toMatchObject({
    hasWeeklySummary: false,
    hasPauseMails: true,
  });
  await chooseByLink({ token, isOn: true });
  const events = await db().securityEvent.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } });
  expect(events.map(({ message }) => message)).toEqual([
    'An account was changed. (weekly_summary off)',
    'An account was changed. (weekly_summary on)',
  ]);
  for (const bad of ['', 'x', token.replace('weekly_summary', 'jobs_paused')])
    await expect(chooseByLink({ token: bad, isOn: false })).rejects.toMatchObject({ type: 'not_found' });
});
