import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { askConfirmation } from '#server/mail/ask-confirmation.server.ts';
import { confirmRecipient, findQuestion } from '#server/mail/confirm-recipient.server.ts';
import { findRecipient } from '#server/mail/find-recipient.server.ts';
import { jobRecipient } from '#server/mail/job-recipient.server.ts';
import { hashedForms } from '#server/mail/mail-address.server.ts';
import { findSubscription, stopRecipient } from '#server/mail/stop-recipient.server.ts';
import { keyedHash } from '#server/sealing/keyed-hash.server.ts';
import { aJob, aUser } from '../makers.ts';
import { textOf } from './mail-server.ts';
import { mailServer } from './set-up.ts';

const dayMs = 86_400_000;

function anAddress(kind = 'ops') {
  return `${kind}@${randomUUID()}.example`;
}

/** The tokens of the links in the last mail to an address. */
function linksTo(address: string) {
  const mail = mailServer.of(address).at(-1);
  if (!mail) throw new Error('Nothing came.');
  const text = textOf(mail);
  return {
    text,
    confirm: /\/mail\/confirm\/([\w-]+)/.exec(text)?.[1] ?? '',
    stop: /\/mail\/stop\/([\w.-]+)/.exec(text)?.[1] ?? '',
  };
}

const stateOf = async (asked: { ownerId: number; address: string }) => (await findRecipient(asked)).state;

test('an address is confirmed by a link that works once', async () => {
  const owner = await aUser();
  const address = anAddress();
  expect(await askConfirmation({ owner, address })).toBe('asked');
  const { confirm, text } = linksTo(address);
  expect(text).toContain(owner.email);
  expect(await findQuestion({ token: confirm })).toEqual({ address, sender: owner.email });
  expect(await stateOf({ ownerId: owner.id, address })).toBe('asked');

  await confirmRecipient({ token: confirm });

  expect(await stateOf({ ownerId: owner.id, address: address.toUpperCase() })).toBe('confirmed');
  await expect(confirmRecipient({ token: confirm })).rejects.toMatchObject({ type: 'not_found' });
  await expect(findQuestion({ token: confirm })).rejects.toMatchObject({ type: 'not_found' });
});

test('a confirmation counts only for the account that asked', async () => {
  const [owner, other] = [await aUser(), await aUser()];
  const address = anAddress();
  await askConfirmation({ owner, address });
  await confirmRecipient({ token: linksTo(address).confirm });
  expect(await stateOf({ ownerId: other.id, address })).toBe('unconfirmed');
});

test('a link expires after 24 hours, and a guessed one is refused', async () => {
  const owner = await aUser();
  const address = anAddress();
  const now = Date.now();
  await askConfirmation({ owner, address, now });
  const { confirm: token } = linksTo(address);
  await expect(confirmRecipient({ token, now: now + dayMs })).rejects.toMatchObject({ type: 'not_found' });
  await expect(confirmRecipient({ token: 'x'.repeat(43) })).rejects.toMatchObject({ type: 'not_found' });
  await confirmRecipient({ token, now: now + dayMs - 1_000 });
});

test('the link of a confirmation request is stored in no table', async () => {
  const owner = await aUser();
  const address = anAddress();
  await askConfirmation({ owner, address });
  const rows = await db().$queryRaw`select json_agg(r)::text as "rows" from "MailRecipient" r`;
  expect(JSON.stringify(rows)).not.toContain(linksTo(address).confirm);
});

test('reading the recipient of an email job writes nothing', async () => {
  const owner = await aUser();
  const address = anAddress();
  expect(await jobRecipient({ ownerId: owner.id, url: `mailto:${address}` })).toEqual({
    address,
    state: 'unconfirmed',
  });
  expect(await db().mailRecipient.count({ where: { userId: owner.id } })).toBe(0);
});

test('an account with an unverified address can ask no one, and its email jobs say so when they are saved', async () => {
  const owner = await aUser({ emailVerified: false });
  const address = anAddress();
  await expect(askConfirmation({ owner, address })).rejects.toMatchObject({
    type: 'conflict',
    message: expect.stringContaining('Verify your own email address') as string,
  });
  for (const to of [address, owner.email])
    await expect(
      createJob({ owner, input: aJob({ type: 'email', webhookUrl: `mailto:${to}` }) }),
    ).rejects.toMatchObject({
      type: 'validation_error',
      details: { webhookURL: expect.stringContaining('sign in again') as string },
    });
  expect(await db().job.count({ where: { ownerId: owner.id } })).toBe(0);
  expect(mailServer.of(address)).toEqual([]);

  const { row } = await findRecipient({ ownerId: owner.id, address });
  await db().mailRecipient.update({ where: { id: row.id }, data: { confirmedAt: new Date() } });
  await createJob({ owner, input: aJob({ type: 'email', webhookUrl: `mailto:${address}` }) });
});

test('a confirmation request shows no unverified address that its sender took on later', async () => {
  const owner = await aUser();
  const address = anAddress();
  await askConfirmation({ owner, address });
  const { confirm: token } = linksTo(address);
  const taken = { email: `boss@${randomUUID()}.example`, emailVerified: false };
  await db().user.update({ where: { id: owner.id }, data: taken });
  await expect(findQuestion({ token })).rejects.toMatchObject({ type: 'not_found' });
  await expect(confirmRecipient({ token })).rejects.toMatchObject({ type: 'not_found' });
});

test("the owner's own verified address is not asked", async () => {
  const owner = await aUser();
  expect(await askConfirmation({ owner, address: owner.email.toUpperCase() })).toBe('confirmed');
  expect(mailServer.of(owner.email)).toEqual([]);
});

test('an account asks an address once in 24 hours, even with many requests at once', async () => {
  const owner = await aUser();
  const address = anAddress();
  const now = Date.now();
  const asks = Array.from({ length: 6 }, () => askConfirmation({ owner, address, now }));
  const results = await Promise.allSettled(asks);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(askConfirmation({ owner, address, now: now + dayMs - 1_000 })).rejects.toMatchObject({
    type: 'rate_limit',
  });
  expect(mailServer.of(address)).toHaveLength(1);
  await askConfirmation({ owner, address, now: now + dayMs });
  expect(mailServer.of(address)).toHaveLength(2);
});

test('an account can have 20 unanswered requests, even if made all at once', async () => {
  const owner = await aUser();
  const asks = Array.from({ length: 23 }, () => askConfirmation({ owner, address: anAddress() }));
  const results = await Promise.allSettled(asks);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  await expect(askConfirmation({ owner, address: anAddress() })).rejects.toMatchObject({
    type: 'rate_limit',
    details: { limit: 20, used: 20 },
  });
});

test('a plus suffix does not make another mailbox to ask', async () => {
  const [owner, address] = [await aUser(), anAddress()];
  const tagged = (tag: string) => address.replace('@', `+${tag}@`);
  await askConfirmation({ owner, address: tagged('a') });
  for (const other of [tagged('b'), address, tagged('A+c').toUpperCase()])
    await expect(askConfirmation({ owner, address: other })).rejects.toMatchObject({ type: 'rate_limit' });

  const { stop, confirm } = linksTo(tagged('a'));
  await confirmRecipient({ token: confirm });
  expect(await stateOf({ ownerId: owner.id, address: tagged('b') })).toBe('unconfirmed');
  await stopRecipient({ token: stop, isStopped: true });
  await expect(askConfirmation({ owner, address: tagged('b') })).rejects.toMatchObject({ type: 'conflict' });
});

test('a confirmation request whose delivery is uncertain keeps its link and its quota', async () => {
  const owner = await aUser();
  const address = anAddress('lost');
  const places = await db().mailSent.count();
  await expect(askConfirmation({ owner, address })).rejects.toMatchObject({
    type: 'external_service_error',
    message: expect.stringContaining('may still arrive') as string,
  });
  expect(await stateOf({ ownerId: owner.id, address })).toBe('asked');
  expect((await findRecipient({ ownerId: owner.id, address })).row.tokenHash).not.toBeNull();
  expect(await db().mailSent.count()).toBe(places + 1);
  await expect(askConfirmation({ owner, address })).rejects.toMatchObject({ type: 'rate_limit' });
});

test('a confirmation request that the mail server refuses says so and can be repeated after 15 minutes', async () => {
  const owner = await aUser();
  const address = anAddress('never');
  const ask = (now: number) => askConfirmation({ owner, address, now });
  const refused = { type: 'external_service_error' };
  const now = Date.now();
  await expect(ask(now)).rejects.toMatchObject(refused);
  await expect(ask(now + 1)).rejects.toMatchObject({
    type: 'rate_limit',
    message: expect.stringContaining('15 minutes') as string,
  });
  expect(await stateOf({ ownerId: owner.id, address })).toBe('unconfirmed');
  await expect(ask(now + 15 * 60_000 + 1)).rejects.toMatchObject(refused);
});

test('confirmation requests and job mails share the ten mails an hour of a mailbox', async () => {
  const address = anAddress();
  for (let asked = 1; asked <= 10; asked += 1)
    await askConfirmation({ owner: await aUser(), address: address.replace('@', `+${asked}@`) });
  await expect(askConfirmation({ owner: await aUser(), address })).rejects.toMatchObject({
    type: 'rate_limit',
  });
});

test("an address that stopped an account's mails is not asked again by it, and can allow them again", async () => {
  const owner = await aUser();
  const address = anAddress();
  await askConfirmation({ owner, address });
  const { stop: token, confirm } = linksTo(address);
  await confirmRecipient({ token: confirm });
  expect(await findSubscription({ token })).toEqual({ address, sender: owner.email, isStopped: false });

  await stopRecipient({ token, isStopped: true });
  expect(await stateOf({ ownerId: owner.id, address })).toBe('stopped');
  await expect(askConfirmation({ owner, address })).rejects.toMatchObject({ type: 'conflict' });

  await stopRecipient({ token, isStopped: false });
  expect(await stateOf({ ownerId: owner.id, address })).toBe('confirmed');
});

test('a stop withdraws the pending confirmation request', async () => {
  const owner = await aUser();
  const address = anAddress();
  await askConfirmation({ owner, address });
  const { stop, confirm } = linksTo(address);
  await stopRecipient({ token: stop, isStopped: true });
  await expect(confirmRecipient({ token: confirm })).rejects.toMatchObject({ type: 'not_found' });
});

test('a stop link with a made-up token is refused', async () => {
  const owner = await aUser();
  const { row } = await findRecipient({ ownerId: owner.id, address: anAddress() });
  for (const token of ['', 'x', `${row.id}.${'A'.repeat(43)}`, `${row.id}.`, '0.x'])
    await expect(stopRecipient({ token, isStopped: true })).rejects.toMatchObject({ type: 'not_found' });
});

test('S19: a confirmation and a stop are logged as security events, without the address', async () => {
  const owner = await aUser();
  const address = anAddress('canary');
  await askConfirmation({ owner, address });
  const { stop, confirm } = linksTo(address);
  await confirmRecipient({ token: confirm });
  await stopRecipient({ token: stop, isStopped: true });
  const events = await db().securityEvent.findMany({
    where: { subjectId: owner.id },
    orderBy: { id: 'asc' },
  });
  expect(events.map(({ message }) => message)).toEqual([
    'An account was changed. (recipient confirmed)',
    'An account was changed. (recipient stopped)',
  ]);
});

test('at most a hundred addresses that were never asked are kept, asked ones are all kept', async () => {
  const owner = await aUser();
  const asked = anAddress();
  await askConfirmation({ owner, address: asked });
  await db().mailRecipient.createMany({
    data: Array.from({ length: 120 }, (_, index) => ({
      ...{ userId: owner.id, addressHash: `hash ${index}`, address: 'sealed' },
    })),
  });
  await findRecipient({ ownerId: owner.id, address: anAddress() });
  expect(await db().mailRecipient.count({ where: { userId: owner.id } })).toBe(101);
  expect(await stateOf({ ownerId: owner.id, address: asked })).toBe('asked');
});

test('twelve spellings of one address cause one request', async () => {
  const owner = await aUser();
  const name = randomUUID();
  const domains = ['ß', 'ü', 'é'].map((letter) => `${name}${letter}.example`);
  for (const domain of domains) {
    const [ascii] = [new URL(`ws://${domain}`).hostname];
    const before = await db().mailRecipient.count({ where: { userId: owner.id, tokenHash: { not: null } } });
    const spellings = [
      ...[`ops@${domain}`, `OPS@${domain}`, `ops@${ascii}`, `Ops@${ascii.toUpperCase()}`],
      ...[
        `ops@${domain.replace('.', '。')}`,
        `ops@${domain.replace('.', '｡')}`,
        `ops@${domain.replace('.', '．')}`,
      ],
      ...[
        `ops@${domain.replace('example', 'ｅxample')}`,
        `ops＋a@${domain}`,
        `ops+b@${domain}`,
        `ｏps@${domain}`,
      ],
      `ops@${domain.normalize('NFD')}`,
    ];
    for (const address of spellings) await askConfirmation({ owner, address }).catch(() => null);
    expect(await db().mailRecipient.count({ where: { userId: owner.id, tokenHash: { not: null } } })).toBe(
      before + 1,
    );
  }
});

test.each([
  ['stopped', [{ stoppedAt: new Date() }, { confirmedAt: new Date() }]],
  ['stopped', [{ confirmedAt: new Date() }, { stoppedAt: new Date() }]],
  ['confirmed', [{ confirmedAt: new Date() }, {}]],
  ['confirmed', [{}, { confirmedAt: new Date() }]],
] as const)('of two rows that spell one address differently the %s one counts: %#', async (state, rows) => {
  const owner = await aUser();
  const address = `ops@ex\u00e4mple-${randomUUID()}.example`;
  const spellings = hashedForms(address);
  for (const [index, given] of rows.entries()) {
    const addressHash = keyedHash({ purpose: 'mail-address', text: spellings[index] ?? '' });
    await db().mailRecipient.create({ data: { userId: owner.id, addressHash, address: 'x', ...given } });
  }
  expect(new Set(spellings).size).toBeGreaterThan(1);
  expect(await stateOf({ ownerId: owner.id, address })).toBe(state);
});
