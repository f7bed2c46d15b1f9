import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { enqueuePauseMails } from '#server/account-mail/enqueue-pause-mails.server.ts';
import { enqueueWelcomeMail } from '#server/account-mail/enqueue-welcome-mail.server.ts';
import { saveMailChoices } from '#server/account-mail/mail-choices.server.ts';
import { mailStory } from '#server/account-mail/mail-story.server.ts';
import { sendPendingMails } from '#server/account-mail/send-pending-mails.server.ts';
import { db, getPool } from '#server/database/db.server.ts';
import type { User } from '#server/generated/client.ts';
import { removeExpired } from '#server/maintenance/remove-expired.server.ts';
import { mailServer } from '../mail/set-up.ts';
import { aSavedJob, aUser } from '../makers.ts';
import { cameFor, mailsOf, sendAll } from './kit.ts';

const reason = 'The target responded with 410 (Gone) three times in a row.';

/** An account with a pending welcome email. */
async function aWelcomed({ kind = 'person', ...given }: { kind?: string } & Partial<User> = {}) {
  const { id } = await aUser();
  const user = await db().user.update({
    where: { id },
    data: { email: `${kind}@${randomUUID()}.example`, tier: 'free', ...given },
  });
  await enqueueWelcomeMail({ tx: db(), userId: id });
  return user;
}

/** An auto-paused job with a pending email to its owner. */
async function aPaused(owner: User, name: string) {
  const job = await aSavedJob({ owner, name });
  await db().job.update({ where: { id: job.id }, data: { status: 'paused', pauseReason: reason } });
  await enqueuePauseMails({ client: getPool(), jobIds: [job.id], hasNotifications: false });
  return job;
}

test('an enqueued mail arrives once, as text and HTML, however often sending is requested', async () => {
  const { id, email } = await aWelcomed();
  await enqueueWelcomeMail({ tx: db(), userId: id });
  expect(await sendAll()).toBe(1);
  expect(await sendAll()).toBe(0);
  const [mail, ...more] = cameFor(email);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Welcome to Punctual');
  expect(mail?.headers.get('content-type')).toContain('multipart/alternative');
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail?.raw).toContain('Content-Type: text/html');
  expect(mail?.text).toContain('which allows up to 10 jobs');
  expect(await mailsOf(id)).toMatchObject([{ state: 'sent', attempts: 1, errorCode: null }]);
});

test('two senders at once send each mail once', async () => {
  const users = await Promise.all(Array.from({ length: 12 }, () => aWelcomed()));
  const counts = await Promise.all([1, 2, 3].map(() => sendPendingMails({ isOver: () => false })));
  expect(counts.reduce((all, count) => all + count, 0)).toBe(12);
  for (const { email } of users) expect(cameFor(email)).toHaveLength(1);
});

test('a mail that does not arrive is retried seven times within two days, then given up and logged', async () => {
  const { id } = await aWelcomed({ kind: 'later' });
  const waits: number[] = [];
  for (let tried = 1; tried <= 7; tried += 1) {
    expect(await sendAll()).toBe(0);
    const [mail] = await mailsOf(id);
    waits.push(Math.round(((mail?.nextAt.getTime() ?? 0) - Date.now()) / 60_000));
    expect(mail).toMatchObject({ state: 'pending', attempts: tried, errorCode: 'email_refused' });
  }
  expect(waits).toEqual([1, 5, 30, 120, 360, 720, 1_440]);
  expect(await sendAll()).toBe(1);
  expect(await mailsOf(id)).toMatchObject([{ state: 'failed', attempts: 8 }]);
  const events = await db().securityEvent.findMany({ where: { subjectId: id } });
  expect(events).toMatchObject([{ code: 'notification_failed' }]);
  expect(events[0]?.message).not.toContain('@');
});

test('a mail to a missing mailbox is not retried', async () => {
  const { id } = await aWelcomed({ kind: 'never' });
  expect(await sendAll()).toBe(1);
  expect(await mailsOf(id)).toMatchObject([{ state: 'failed', attempts: 1, errorCode: 'email_refused' }]);
});

test('an unverified address and a suspended account get nothing', async () => {
  const unverified = await aWelcomed({ emailVerified: false });
  const suspended = await aWelcomed({ suspendedAt: new Date() });
  await sendAll();
  expect([...cameFor(unverified.email), ...cameFor(suspended.email)]).toEqual([]);
  expect(await mailsOf(unverified.id)).toMatchObject([{ state: 'failed', errorCode: 'email_unconfirmed' }]);
  expect(await mailsOf(suspended.id)).toMatchObject([{ state: 'failed', errorCode: 'obsolete' }]);
  const failed = { code: 'notification_failed', subjectId: { in: [unverified.id, suspended.id] } };
  expect(await db().securityEvent.count({ where: failed })).toBe(0);
});

test('jobs paused soon after each other are named in one mail, after five minutes', async () => {
  const owner = await aUser();
  const first = await aPaused(owner, 'Nightly report');
  await aPaused(owner, 'Ping');
  expect(await sendPendingMails({ isOver: () => false })).toBe(0);
  await db().accountMail.updateMany({ where: { jobIds: { has: first.id } }, data: { nextAt: new Date(0) } });
  expect(await sendPendingMails({ isOver: () => false })).toBe(2);
  const mails = cameFor(owner.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toBe('2 jobs were paused');
  expect(mails[0]?.text).toContain(`${reason} Paused: Nightly report, Ping.`);
});

/** Auto-paused jobs of an account, each with a reason, in one due email. */
async function paused(owner: User, jobs: { name: string; reason: string }[]) {
  const { id: first } = await aSavedJob({ owner });
  const columns = `"ownerId", "webhookUrl", "targetHost"`;
  const { rows } = await getPool().query<{ id: number }>(
    `insert into "Job" (${columns}, "name", "status", "pauseReason")
     select ${columns}, t."name", 'paused', t."reason" from "Job", unnest($2::text[], $3::text[]) t("name", "reason")
     where "id" = $1 returning "id"`,
    [first, jobs.map(({ name }) => name), jobs.map(({ reason: why }) => why)],
  );
  const ids = rows.map(({ id }) => id);
  await enqueuePauseMails({ client: getPool(), jobIds: ids, hasNotifications: false });
  await db().accountMail.updateMany({ where: { userId: owner.id }, data: { nextAt: new Date(0) } });
  return ids;
}

test('a mail about many paused jobs names twenty reasons, and twenty jobs for each', async () => {
  const owner = await aUser();
  const many = Array.from({ length: 50 }, (_, index) => ({
    name: `Job ${index}`,
    reason: 'The plan ended.',
  }));
  const each = Array.from({ length: 22 }, (_, index) => ({
    name: `One ${index}`,
    reason: `Reason ${index}.`,
  }));
  await paused(owner, [...many, ...each]);
  expect(await sendPendingMails({ isOver: () => false })).toBe(1);
  const [mail] = cameFor(owner.email);
  expect(mail?.subject).toBe('72 jobs were paused');
  const named = many.slice(0, 20).map(({ name }) => name);
  const lines = mail?.text.split(/\r?\n/) ?? [];
  expect(lines).toContain(`The plan ended. Paused: ${named.join(', ')} and 30 more.`);
  for (const { name, reason: why } of each.slice(0, 19)) expect(lines).toContain(`${why} Paused: ${name}.`);
  expect(lines).toContain('And 3 more jobs.');
  expect(mail?.text).not.toContain('Reason 19.');
});

test('the mail about ten thousand paused jobs is one page, whatever their names, and reads no more than it shows', async () => {
  const owner = await aUser();
  const jobs = Array.from({ length: 10_000 }, (_, index) => ({
    name: '語'.repeat(200),
    reason: `It failed ${index} times.`,
  }));
  const ids = await paused(owner, jobs);
  const user = await db().user.findUniqueOrThrow({
    where: { id: owner.id },
    include: { subscription: true },
  });
  const mail = { id: 1, userId: owner.id, kind: 'jobs_paused', key: '', jobIds: ids, attempts: 1 } as const;
  const story = await mailStory({ mails: [mail], user });
  expect(story).toMatchObject({ count: 10_000 });
  expect(JSON.stringify(story).length).toBeLessThan(10_000);
  await sendAll();
  expect(cameFor(owner.email)[0]?.raw.length).toBeLessThan(100_000);
});

test('five hundred pauses enqueued singly are sent 200 to a mail, each once', async () => {
  const owner = await aUser();
  const { id } = await aPaused(owner, 'Ping');
  await getPool().query(
    `insert into "AccountMail" ("userId", "kind", "key", "jobIds", "nextAt")
     select $1, 'jobs_paused', 'more ' || n, array[$2::int], 'epoch' from generate_series(1, 500) n`,
    [owner.id, id],
  );
  await sendAll();
  expect(cameFor(owner.email).length).toBe(3);
  expect((await mailsOf(owner.id)).map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(
    Array.from({ length: 501 }, () => 'sent 1'),
  );
});

test('a job resumed before its mail was sent is not named', async () => {
  const owner = await aUser();
  const { id } = await aPaused(owner, 'Ping');
  await db().job.update({ where: { id }, data: { status: 'active', pauseReason: null } });
  await sendAll();
  expect(cameFor(owner.email)).toEqual([]);
  expect(await mailsOf(owner.id)).toMatchObject([{ state: 'failed', errorCode: 'obsolete' }]);
});

test('a mail switched off after it was enqueued is not sent, and none is enqueued from then on', async () => {
  const owner = await aUser();
  await aPaused(owner, 'Ping');
  await saveMailChoices({ userId: owner.id, choices: { jobs_paused: false } });
  await aPaused(owner, 'Pong');
  await sendAll();
  expect(cameFor(owner.email)).toEqual([]);
  expect(await mailsOf(owner.id)).toHaveLength(1);
});

test('the mail of a sender that died is sent by the next one a minute later', async () => {
  const { id, email } = await aWelcomed();
  await db().accountMail.updateMany({
    where: { userId: id },
    data: { attempts: 1, nextAt: new Date(Date.now() + 1_000) },
  });
  expect(await sendPendingMails({ isOver: () => false })).toBe(0);
  await vi.waitFor(async () => expect(await sendPendingMails({ isOver: () => false })).toBe(1), 5_000);
  expect(cameFor(email)).toHaveLength(1);
});

test('a mail is kept for 90 days after it ended', async () => {
  const { id } = await aWelcomed();
  await sendAll();
  const ended = async (days: number) => {
    const endedAt = new Date(Date.now() - days * 86_400_000);
    await db().accountMail.updateMany({ where: { userId: id }, data: { endedAt } });
    await removeExpired({ isStopping: () => false });
    return (await mailsOf(id)).length;
  };
  expect([await ended(89), await ended(91)]).toEqual([1, 0]);
});

test('account mails do not count toward the ten job mails an hour of a mailbox', async () => {
  const before = await db().mailSent.count();
  const { email } = await aWelcomed();
  await sendAll();
  expect(mailServer.of(email)).toHaveLength(1);
  expect(await db().mailSent.count()).toBe(before);
});
