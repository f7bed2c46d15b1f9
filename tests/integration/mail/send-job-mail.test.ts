import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { db } from '#server/database/db.server.ts';
import type { ClaimedCall } from '#server/executions/ledger/types.ts';
import { findRecipient } from '#server/mail/find-recipient.server.ts';
import { sendJobMail } from '#server/mail/send-job-mail.server.ts';
import { evaluateResponse } from '#server/outbound/response/evaluate-response.server.ts';
import { aSavedJob, aUser } from '../makers.ts';
import { textOf } from './mail-server.ts';
import { mailServer } from './set-up.ts';

const signal = new AbortController().signal;

/** A new confirmed address, with a job and a call that send to it. */
async function aMailCall({
  kind = 'ops',
  query = '',
  ...given
}: Partial<ClaimedCall> & { kind?: string; query?: string } = {}) {
  const address = `${kind}@${randomUUID()}.example`;
  const owner = await aUser();
  const url = `mailto:${address}${query}`;
  const job = await aSavedJob({ owner, name: 'Weekly report', type: 'email', webhookUrl: url });
  const { row } = await findRecipient({ ownerId: owner.id, address });
  await db().mailRecipient.update({ where: { id: row.id }, data: { confirmedAt: new Date() } });
  const call: ClaimedCall = {
    executionId: 1,
    attempt: 1,
    jobId: job.id,
    ownerId: owner.id,
    tier: 'free',
    jobVersion: 1,
    trigger: 'schedule',
    scheduledFor: null,
    dueAt: Date.now(),
    type: 'email',
    isSigned: false,
    lastSuccessAt: null,
    webhookId: `fire_${job.id}_1`,
    url,
    method: 'GET',
    headers: {},
    payload: 'All is well.\nÜmläute, too.',
    timeoutSeconds: 10,
    retryCount: 3,
    successCriterion: 'status_code',
    successRegex: null,
    acceptedStatuses: null,
    deadlineAt: null,
    ...given,
  };
  return { address, owner, job, call, recipientId: row.id };
}

test("a job's mail arrives with its payload as text, its name as subject and one recipient, and the SMTP code as status", async () => {
  const { address, call } = await aMailCall();
  const result = await sendJobMail({ call, signal });

  expect(result).toMatchObject({ error: null, response: { statusCode: 250 } });
  const [mail, ...more] = mailServer.of(address);
  if (!mail) throw new Error('Nothing came.');
  expect(more).toEqual([]);
  expect(mail.to).toEqual([address]);
  expect(mail.from).toBe('notes@punctual.example');
  expect(mail.headers.get('subject')).toBe('Weekly report');
  expect(mail.headers.get('message-id')).toBe(`<${call.webhookId}@punctual.example>`);
  expect(textOf(mail).replaceAll('\r\n', '\n')).toContain('All is well.\nÜmläute, too.\n');
  expect(await evaluateResponse({ call, result })).toMatchObject({
    isSuccess: true,
    verdict: expect.stringContaining('the mail server accepted the message with 250') as string,
  });
});

test('each mail says how to stop it, in words and by one click', async () => {
  const { address, call, recipientId } = await aMailCall();
  await sendJobMail({ call, signal });
  const [mail] = mailServer.of(address);
  if (!mail) throw new Error('Nothing came.');
  const link = /^<([^<>]+)>$/.exec(mail.headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
  expect(link).toMatch(new RegExp(`/mail/stop/${recipientId}\\.[\\w-]{43}$`));
  expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(textOf(mail)).toContain(link);
});

test("the subject in the target takes precedence over the job's name", async () => {
  const { address, call } = await aMailCall({ query: '?subject=Nightly%20report%20%C3%BC' });
  await sendJobMail({ call, signal });
  expect(mailServer.of(address)[0]?.headers.get('subject')).toBe('=?UTF-8?Q?Nightly_report_=C3=BC?=');
});

test.each([
  '?subject=x%0d%0aBcc:evil@example.com',
  '?subject=x&bcc=evil@example.com',
  '?cc=evil@example.com',
  ',evil@example.com',
  '%0d%0aBcc:evil@example.com',
])('S5: a target that ends in %s sends nothing, even if a variable made it so', async (query) => {
  const { address, call } = await aMailCall({ query });
  expect(await sendJobMail({ call, signal })).toMatchObject({ error: 'target_not_allowed', response: null });
  expect(mailServer.of(address)).toEqual([]);
  expect(mailServer.of('evil@example.com')).toEqual([]);
});

test('S5: a job name of several lines adds no header to its mails', async () => {
  const { address, call, job } = await aMailCall();
  await db().job.update({ where: { id: job.id }, data: { name: 'Report\r\nBcc: evil@example.com' } });
  await sendJobMail({ call, signal });
  const [mail] = mailServer.of(address);
  expect(mail?.headers.get('subject')).toBe('Report Bcc: evil@example.com');
  expect(mail?.headers.has('bcc')).toBe(false);
  expect(mail?.to).toEqual([address]);
});

test('an unconfirmed address gets nothing', async () => {
  const { address, call, recipientId } = await aMailCall();
  await db().mailRecipient.update({ where: { id: recipientId }, data: { confirmedAt: null } });
  const result = await sendJobMail({ call, signal });
  expect(result.error).toBe('email_unconfirmed');
  expect(await evaluateResponse({ call, result })).toMatchObject({
    isSuccess: false,
    errorCode: 'email_unconfirmed',
    retryAt: null,
    verdict: expect.stringContaining('the address is not confirmed') as string,
  });
  expect(mailServer.of(address)).toEqual([]);
});

test("the owner's verified address needs no confirmation, an unverified one does", async () => {
  for (const emailVerified of [true, false]) {
    const { call, address, owner, recipientId } = await aMailCall();
    await db().mailRecipient.update({ where: { id: recipientId }, data: { confirmedAt: null } });
    await db().user.update({
      where: { id: owner.id },
      data: { email: address.toUpperCase(), emailVerified },
    });
    expect((await sendJobMail({ call, signal })).error).toBe(emailVerified ? null : 'email_unconfirmed');
  }
});

test("an address that stopped an account's mails gets no more", async () => {
  const { call, recipientId, address } = await aMailCall();
  await db().mailRecipient.update({ where: { id: recipientId }, data: { stoppedAt: new Date() } });
  expect(await sendJobMail({ call, signal })).toMatchObject({
    error: 'email_unconfirmed',
    explanation: 'its owner has stopped our mails',
  });
  expect(mailServer.of(address)).toEqual([]);
});

test('an address gets ten mails an hour from all accounts, however many are sent at once', async () => {
  const first = await aMailCall();
  const second = await aMailCall();
  const { row } = await findRecipient({ ownerId: second.owner.id, address: first.address.toUpperCase() });
  await db().mailRecipient.update({ where: { id: row.id }, data: { confirmedAt: new Date() } });
  const calls = Array.from({ length: 12 }, (_, index) =>
    index % 2 === 0 ? first.call : { ...second.call, url: `mailto:${first.address.toUpperCase()}` },
  );
  const results = await Promise.all(calls.map((call) => sendJobMail({ call, signal })));
  const errors = results.map(({ error }) => error);
  expect(errors.filter((error) => error === null)).toHaveLength(10);
  expect(errors.filter((error) => error === 'email_limited')).toHaveLength(2);

  await db().$executeRaw`update "MailSent" set "sentAt" = "sentAt" - interval '20 minutes'`;
  const result = await sendJobMail({ call: first.call, signal });
  const { retryAt } = await evaluateResponse({ call: first.call, result });
  const waitMs = (retryAt ?? 0) - result.endedAt;
  expect(waitMs).toBeGreaterThan(2_340_000);
  expect(waitMs).toBeLessThanOrEqual(2_400_000);

  await db().mailSent.updateMany({ data: { sentAt: new Date(Date.now() - 3_600_001) } });
  expect((await sendJobMail({ call: first.call, signal })).error).toBeNull();
});

test.each([
  ['later', 450, true],
  ['never', 550, false],
  ['full', 552, false],
] as const)(
  'a mail to %s@ ends with code %i of the server; it is retried: %s',
  async (kind, code, isAgain) => {
    const { call, address } = await aMailCall({ kind });
    const result = await sendJobMail({ call, signal });
    expect(result).toMatchObject({ error: 'email_refused', response: { statusCode: code } });
    const evaluated = await evaluateResponse({ call, result });
    expect(evaluated).toMatchObject({ isSuccess: false, errorCode: 'email_refused' });
    expect(evaluated.verdict).toContain(`the mail server refused the message with ${code}`);
    expect(evaluated.retryAt !== null).toBe(isAgain);
    expect(mailServer.of(address)).toEqual([]);
  },
);

test('a refused mail does not count toward the ten', async () => {
  const { call } = await aMailCall({ kind: 'never' });
  for (let sent = 1; sent <= 11; sent += 1)
    expect((await sendJobMail({ call, signal })).error).toBe('email_refused');
});

test("a server that never responds ends at the job's timeout, and others are sent meanwhile", async () => {
  const { call } = await aMailCall({ kind: 'hang', timeoutSeconds: 1 });
  const other = await aMailCall();
  const [hung, sent] = await Promise.all([
    sendJobMail({ call, signal }),
    sendJobMail({ call: other.call, signal }),
  ]);
  expect(hung).toMatchObject({ error: 'timeout', response: null });
  expect(hung.endedAt - hung.startedAt).toBeLessThan(3_000);
  expect(sent.error).toBeNull();
  expect((await evaluateResponse({ call, result: hung })).retryAt).not.toBeNull();
});

test('a server that drops the connection is a failed connection, and the next mail is sent', async () => {
  const { call } = await aMailCall({ kind: 'drop' });
  const result = await sendJobMail({ call, signal });
  expect(result).toMatchObject({ error: 'connect_failed', response: null });
  const next = await aMailCall();
  expect((await sendJobMail({ call: next.call, signal })).error).toBeNull();
});

test('a connection lost after the text may have sent a mail: it counts, and the next mail is sent', async () => {
  const { call } = await aMailCall({ kind: 'lost' });
  const result = await sendJobMail({ call, signal });
  expect(result).toMatchObject({ error: 'protocol_error', response: null });
  expect((await evaluateResponse({ call, result })).retryAt).not.toBeNull();
  for (let sent = 2; sent <= 10; sent += 1)
    expect((await sendJobMail({ call, signal })).error).toBe('protocol_error');
  expect((await sendJobMail({ call, signal })).error).toBe('email_limited');
  const next = await aMailCall();
  expect((await sendJobMail({ call: next.call, signal })).error).toBeNull();
});

test('a connection lost before the text does not count toward the ten', async () => {
  const { call } = await aMailCall({ kind: 'drop' });
  for (let sent = 1; sent <= 11; sent += 1)
    expect((await sendJobMail({ call, signal })).error).toBe('connect_failed');
});

test('a mail waiting for a connection does not count, and is sent once one is free', async () => {
  const controller = new AbortController();
  const before = mailServer.hanging();
  const hung = await Promise.all(
    Array.from({ length: 5 }, () => aMailCall({ kind: 'hang', timeoutSeconds: 60 })),
  );
  const hanging = hung.map(({ call }) => sendJobMail({ call, signal: controller.signal }));
  await vi.waitFor(() => expect(mailServer.hanging() - before).toBe(5), { timeout: 10_000 });
  const { call, address } = await aMailCall();
  const places = await db().mailSent.count();

  const result = await sendJobMail({ call: { ...call, timeoutSeconds: 0.1 }, signal });
  expect(result).toMatchObject({ error: 'timeout', response: null });
  expect((await evaluateResponse({ call, result })).verdict).toContain(
    'all connections to the mail server were in use',
  );
  expect(await db().mailSent.count()).toBe(places);

  const waiting = sendJobMail({ call, signal });
  controller.abort();
  expect((await waiting).error).toBeNull();
  expect(mailServer.of(address)).toHaveLength(1);
  await Promise.all(hanging);
});

test('an aborted call ends at once', async () => {
  const { call } = await aMailCall({ kind: 'hang', timeoutSeconds: 60 });
  const controller = new AbortController();
  const sending = sendJobMail({ call, signal: controller.signal });
  controller.abort();
  expect((await sending).error).toBe('worker_lost');
});

test('a text that renders longer than 64 KiB is not sent', async () => {
  const { call, address } = await aMailCall({ payload: 'ü'.repeat(32_769) });
  expect((await sendJobMail({ call, signal })).error).toBe('target_not_allowed');
  expect(mailServer.of(address)).toEqual([]);
});

test("S13: no table has a recipient's address in the clear", async () => {
  const { address, call } = await aMailCall({ kind: 'canary' });
  await sendJobMail({ call, signal });
  const rows = await db().$queryRaw`
    select (select json_agg(r) from "MailRecipient" r) as "recipients", (select json_agg(s) from "MailSent" s) as "sent"`;
  expect(JSON.stringify(rows)).toContain('addressHash');
  expect(JSON.stringify(rows)).not.toContain(address);
});
