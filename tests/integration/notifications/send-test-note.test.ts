import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { sendTestNote } from '#server/notifications/channels/send-test-note.server.ts';
import { takeDomainTurn } from '#server/notifications/domain-turn.server.ts';
import { listNotes } from '#server/notifications/list-notes.server.ts';
import { mailServer } from '../mail/set-up.ts';
import { aSavedJob, aUser } from '../makers.ts';
import { aFact, aTellingJob, owe } from './kit.ts';
import { inbox } from './set-up.ts';

const aPath = (kind = 'ok') => `/${kind}?${randomUUID()}`;

test('a test note says that it is one, arrives at once and is kept nowhere', async () => {
  const path = aPath();
  const { owner, id: jobId } = await aTellingJob({ notificationConfig: inbox.url(path) });
  expect(await sendTestNote({ owner, jobId })).toEqual({
    channel: 'webhook',
    errorCode: null,
    statusCode: 200,
    body: inbox.at(path)[0]?.body,
  });
  expect(JSON.parse(inbox.at(path)[0]?.body ?? '')).toMatchObject({
    type: 'test',
    data: { rule: 'test', job: { id: jobId }, title: 'Test notification for Ping the shop' },
  });
  expect(await db().notification.count({ where: { jobId } })).toBe(0);
});

test('a test note that does not arrive says why', async () => {
  const { owner, id: jobId } = await aTellingJob({ notificationConfig: inbox.url(aPath('404')) });
  expect(await sendTestNote({ owner, jobId })).toMatchObject({
    errorCode: 'status_rejected',
    statusCode: 404,
  });
});

test('without a channel the test goes to the owner by email, whatever the frequency', async () => {
  const owner = await aUser();
  const { id: jobId } = await aSavedJob({ owner, notifyFrequency: 'never' });
  expect(await sendTestNote({ owner, jobId })).toMatchObject({ channel: 'email', errorCode: null });
  expect(mailServer.of(owner.email)[0]?.headers.get('subject')).toBe('Test notification for Ping the shop');
});

test("another's job cannot be made to tell anything", async () => {
  const path = aPath();
  const { id: jobId } = await aTellingJob({ notificationConfig: inbox.url(path) });
  const stranger = await aUser();
  await expect(sendTestNote({ owner: stranger, jobId })).rejects.toMatchObject({ type: 'not_found' });
  expect(await listNotes({ ownerId: stranger.id, jobId, limit: 20 })).toEqual([]);
  expect(inbox.at(path)).toEqual([]);
});

test('a destination gets ten test notes a minute, and the refusal says when the next can go', async () => {
  const { owner, id: jobId } = await aTellingJob({ notificationConfig: inbox.url(aPath()) });
  const now = Date.now();
  for (let sent = 1; sent <= 10; sent += 1) await sendTestNote({ owner, jobId, now });
  await expect(sendTestNote({ owner, jobId, now: now + 20_000 })).rejects.toMatchObject({
    type: 'rate_limit',
    message: expect.stringContaining('in 40s') as string,
  });
  await sendTestNote({ owner, jobId, now: now + 60_000 });
});

test('S19: test notes to one domain are paced together, those to hooks of Slack are not', async () => {
  const owner = await aUser();
  const now = Date.now();
  const turnTo = (destination: string) =>
    inTransaction((client) =>
      takeDomainTurn({ client, ownerId: owner.id, channel: 'webhook', destination, now }),
    );
  for (let sent = 1; sent <= 30; sent += 1) {
    expect(await turnTo(`http://169.254.7.7/${sent}`)).toMatchObject({ kind: 'go' });
    expect(await turnTo(`https://hooks.slack.com/services/${sent}`)).toMatchObject({ kind: 'go' });
  }
  const { id: jobId } = await aTellingJob({ owner, notificationConfig: 'http://169.254.7.7/new' });
  await expect(sendTestNote({ owner, jobId, now })).rejects.toMatchObject({ type: 'rate_limit' });
  expect(await turnTo('https://hooks.slack.com/services/31')).toMatchObject({ kind: 'go' });
});

test('the list of a job names the host of its channel and nothing that could be a secret', async () => {
  const { owner, id: jobId } = await aTellingJob({
    notificationConfig: 'https://notes.example.com/canary?key=canary',
  });
  await owe(await aFact({ jobId }));
  const notes = await listNotes({ ownerId: owner.id, jobId, limit: 20 });
  expect(notes).toMatchObject([
    { rule: 'failure', channel: 'webhook', destination: 'notes.example.com', state: 'owed' },
  ]);
  expect(JSON.stringify(notes)).not.toContain('canary');
});
