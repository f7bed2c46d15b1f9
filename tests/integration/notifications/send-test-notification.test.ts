import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { sendTestNotification } from '#server/notifications/channels/send-test-notification.server.ts';
import { reserveDomainDelivery } from '#server/notifications/domain-delivery.server.ts';
import { listNotifications } from '#server/notifications/list-notifications.server.ts';
import { mailServer } from '#tests/integration/mail/set-up.ts';
import { aSavedJob, aUser } from '#tests/integration/makers.ts';
import { aFact, aNotifyingJob, enqueue } from './kit.ts';
import { inbox } from './set-up.ts';

const aPath = (kind = 'ok') => `/${kind}?${randomUUID()}`;

test('a test notification says that it is one, arrives at once and is not stored', async () => {
  const path = aPath();
  const { owner, id: jobId } = await aNotifyingJob({ notificationConfig: inbox.url(path) });
  expect(await sendTestNotification({ owner, jobId })).toEqual({
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

test('an undelivered test notification says why', async () => {
  const { owner, id: jobId } = await aNotifyingJob({ notificationConfig: inbox.url(aPath('404')) });
  expect(await sendTestNotification({ owner, jobId })).toMatchObject({
    errorCode: 'status_rejected',
    statusCode: 404,
  });
});

test('without a channel the test goes to the owner by email, whatever the frequency', async () => {
  const owner = await aUser();
  const { id: jobId } = await aSavedJob({ owner, notifyFrequency: 'never' });
  expect(await sendTestNotification({ owner, jobId })).toMatchObject({ channel: 'email', errorCode: null });
  expect(mailServer.of(owner.email)[0]?.headers.get('subject')).toBe('Test notification for Ping the shop');
});

test("another account's job cannot be made to notify", async () => {
  const path = aPath();
  const { id: jobId } = await aNotifyingJob({ notificationConfig: inbox.url(path) });
  const stranger = await aUser();
  await expect(sendTestNotification({ owner: stranger, jobId })).rejects.toMatchObject({ type: 'not_found' });
  expect(await listNotifications({ ownerId: stranger.id, jobId, limit: 20 })).toEqual([]);
  expect(inbox.at(path)).toEqual([]);
});

test('a destination gets ten test notifications a minute, and the refusal says when the next can be sent', async () => {
  const { owner, id: jobId } = await aNotifyingJob({ notificationConfig: inbox.url(aPath()) });
  const now = Date.now();
  for (let sent = 1; sent <= 10; sent += 1) await sendTestNotification({ owner, jobId, now });
  await expect(sendTestNotification({ owner, jobId, now: now + 20_000 })).rejects.toMatchObject({
    type: 'rate_limit',
    message: expect.stringContaining('in 40s') as string,
  });
  await sendTestNotification({ owner, jobId, now: now + 60_000 });
});

test('S19: test notifications to one domain share a pace, those to Slack hooks do not', async () => {
  const owner = await aUser();
  const now = Date.now();
  const turnTo = (destination: string) =>
    inTransaction((client) =>
      reserveDomainDelivery({ client, ownerId: owner.id, channel: 'webhook', destination, now }),
    );
  for (let sent = 1; sent <= 30; sent += 1) {
    expect(await turnTo(`http://169.254.7.7/${sent}`)).toMatchObject({ kind: 'go' });
    expect(await turnTo(`https://hooks.slack.com/services/${sent}`)).toMatchObject({ kind: 'go' });
  }
  const { id: jobId } = await aNotifyingJob({ owner, notificationConfig: 'http://169.254.7.7/new' });
  await expect(sendTestNotification({ owner, jobId, now })).rejects.toMatchObject({ type: 'rate_limit' });
  expect(await turnTo('https://hooks.slack.com/services/31')).toMatchObject({ kind: 'go' });
});

test('the list of a job names the host of its channel and no possible secret', async () => {
  const { owner, id: jobId } = await aNotifyingJob({
    notificationConfig: 'https://notes.example.com/canary?key=canary',
  });
  await enqueue(await aFact({ jobId }));
  const notifications = await listNotifications({ ownerId: owner.id, jobId, limit: 20 });
  expect(notifications).toMatchObject([
    { rule: 'failure', channel: 'webhook', destination: 'notes.example.com', state: 'pending' },
  ]);
  expect(JSON.stringify(notifications)).not.toContain('canary');
});
