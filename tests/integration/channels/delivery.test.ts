import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getChannel } from '#server/channels/list-channels.server.ts';
import { listDeliveries } from '#server/channels/list-deliveries.server.ts';
import { testChannel } from '#server/channels/test-channel.server.ts';
import { updateChannel } from '#server/channels/update-channel.server.ts';
import { db } from '#server/database/db.server.ts';
import { deliverNotification } from '#server/notifications/deliver-notification.server.ts';
import { cameFor, sendAll } from '../account-mail/kit.ts';
import { aSavedJob, aUser } from '../makers.ts';
import { anEnd, hourMs, noon } from '../notifications/kit.ts';
import { inbox } from '../notifications/set-up.ts';
import { aChannel, aNotificationTo, deliverTo } from './kit.ts';

const minuteMs = 60_000;
const notification = (id: number) => db().notification.findUniqueOrThrow({ where: { id } });
const disabledMails = (userId: number) =>
  db().accountMail.findMany({ where: { userId, kind: 'channel_disabled' } });
const aPath = (kind = 'ok') => `/${kind}?${randomUUID()}`;

/** Failures a quarter of an hour apart, each of a new notification. */
async function failTimes(count: number, given: Omit<Parameters<typeof deliverTo>[0], 'at'>, from = noon) {
  const ends = [];
  for (let time = 0; time < count; time += 1)
    ends.push(await deliverTo({ ...given, at: from + time * 15 * minuteMs }));
  return ends;
}

test('a notification reaches its channel, which keeps what was sent and the response', async () => {
  const owner = await aUser();
  const path = aPath();
  const channel = await aChannel({ owner, path: `${path}&says=thanks` });
  const { notificationId, delivery } = await deliverTo({ channel, owner });
  expect(delivery).toEqual({ kind: 'sent' });
  const [letter] = inbox.at(`${path}&says=thanks`);
  expect(JSON.parse(letter?.body ?? '')).toMatchObject({ type: 'job.failed' });
  expect(await notification(notificationId)).toMatchObject({ state: 'sent', response: 'thanks' });
  const { lastDelivery } = await getChannel({ owner, channelId: channel.id });
  expect(lastDelivery).toMatchObject({ errorCode: null, statusCode: 200, response: 'thanks', isTest: false });
  expect(JSON.parse(lastDelivery?.body ?? '')).toEqual(JSON.parse(letter?.body ?? ''));
});

test('a waiting notification goes where its channel leads when it is sent', async () => {
  const owner = await aUser();
  const [before, after] = [aPath('503'), aPath()];
  const channel = await aChannel({ owner, path: before });
  const { notificationId, delivery } = await deliverTo({ channel, owner });
  expect(delivery.kind).toBe('again');
  await updateChannel({ owner, channelId: channel.id, draft: { settings: { url: inbox.url(after) } } });
  expect(await deliverNotification({ notificationId, now: () => noon + hourMs })).toEqual({ kind: 'sent' });
  expect([inbox.at(before).length, inbox.at(after).length]).toEqual([1, 1]);
});

test('three permanent errors in a row disable a channel, with one email to its owner', async () => {
  const owner = await aUser();
  const path = aPath('410');
  const channel = await aChannel({ owner, path: `${path}&says=gone` });
  const ends = await failTimes(4, { channel, owner });
  expect(ends.map(({ delivery }) => delivery)).toEqual(Array(4).fill({ kind: 'failed' }));
  expect(inbox.at(`${path}&says=gone`)).toHaveLength(3);
  expect(await notification(ends[3]?.notificationId ?? 0)).toMatchObject({
    ...{ state: 'failed', errorCode: 'channel_disabled' },
  });
  expect(await getChannel({ owner, channelId: channel.id })).toMatchObject({
    disabledAt: new Date(noon + 30 * minuteMs),
    lastDelivery: { statusCode: 410, response: 'gone' },
  });
  expect(await disabledMails(owner.id)).toHaveLength(1);
  const events = await db().securityEvent.findMany({
    where: { actorId: owner.id, code: 'channel_disabled' },
  });
  expect(events).toHaveLength(1);
  await sendAll();
  const mail = cameFor(owner.email).find(({ subject }) => subject.includes('was disabled'));
  expect(mail?.text).toContain('Its response begins: gone');
  expect(mail?.text).toContain(`/dashboard/settings/channels/${channel.id}`);
});

test('two channels that fail for one execution, a day apart, end both their notifications', async () => {
  const owner = await aUser();
  const job = await aSavedJob({ owner });
  const { id: executionId } = await anEnd({ jobId: job.id, at: noon });
  const to = async (at: number) => {
    const channel = await aChannel({ owner, path: aPath('404') });
    const notificationId = await aNotificationTo({ channel, owner, job, executionId, at });
    await deliverNotification({ notificationId, now: () => at });
    return notification(notificationId);
  };
  expect(await to(noon)).toMatchObject({ state: 'failed', statusCode: 404 });
  expect(await to(noon + 25 * hourMs)).toMatchObject({ state: 'failed', statusCode: 404 });
  const mails = { where: { jobId: job.id, rule: 'undelivered_failure' } };
  expect(await db().notification.count(mails)).toBe(1);
});

test('a success between permanent errors begins to count again', async () => {
  const owner = await aUser();
  const channel = await aChannel({ owner, path: aPath('404') });
  await failTimes(2, { channel, owner });
  const { id: channelId } = channel;
  const good = await aChannel({ owner, path: aPath() });
  const { config } = await db().channel.findUniqueOrThrow({ where: { id: good.id } });
  const bad = await db().channel.findUniqueOrThrow({ where: { id: channelId } });
  await db().channel.update({ where: { id: channelId }, data: { config } });
  await deliverTo({ channel, owner, at: noon + hourMs });
  expect(await getChannel({ owner, channelId })).toMatchObject({ failingSince: null });
  await db().channel.update({ where: { id: channelId }, data: { config: bad.config } });
  await failTimes(2, { channel, owner }, noon + 2 * hourMs);
  expect(await getChannel({ owner, channelId })).toMatchObject({ disabledAt: null });
});

test('a day of passing errors disables a channel, and no hour less', async () => {
  const owner = await aUser();
  const channel = await aChannel({ owner, path: aPath('500') });
  const { id: channelId } = channel;
  await deliverTo({ channel, owner, at: noon });
  await deliverTo({ channel, owner, at: noon + 23 * hourMs });
  expect(await getChannel({ owner, channelId })).toMatchObject({
    ...{ failingSince: new Date(noon), disabledAt: null },
  });
  await deliverTo({ channel, owner, at: noon + 24 * hourMs });
  expect(await getChannel({ owner, channelId })).toMatchObject({
    disabledAt: new Date(noon + 24 * hourMs),
  });
});

test('saving a disabled channel enables it, and so does a successful test, but no failed one', async () => {
  const owner = await aUser();
  const channel = await aChannel({ owner, path: aPath('404') });
  const { id: channelId } = channel;
  const isDisabled = async () => (await getChannel({ owner, channelId })).disabledAt !== null;
  await failTimes(3, { channel, owner });
  const tested = await testChannel({ owner, channelId });
  expect([tested.errorCode !== null, tested.statusCode, await isDisabled()]).toEqual([true, 404, true]);
  await updateChannel({ owner, channelId, draft: { settings: { url: inbox.url(aPath()) } } });
  expect(await isDisabled()).toBe(false);
  await db().channel.update({ where: { id: channelId }, data: { disabledAt: new Date(noon) } });
  expect(await testChannel({ owner, channelId })).toMatchObject({ channel: 'webhook', errorCode: null });
  expect(await getChannel({ owner, channelId })).toMatchObject({
    ...{ disabledAt: null, failingSince: null, lastDelivery: { isTest: true, statusCode: 200 } },
  });
});

test('a mail about a channel that has been enabled since is not sent', async () => {
  const owner = await aUser();
  const channel = await aChannel({ owner, path: aPath('404') });
  await failTimes(3, { channel, owner });
  await updateChannel({ owner, channelId: channel.id, draft: { settings: { url: inbox.url(aPath()) } } });
  await sendAll();
  expect(await disabledMails(owner.id)).toMatchObject([{ state: 'failed', errorCode: 'obsolete' }]);
});

test('an ended plan keeps a notification from its channel, and says so', async () => {
  const owner = await aUser({ tier: 'premium' });
  const path = aPath();
  for (let one = 0; one < 2; one += 1) await aChannel({ owner });
  const channel = await aChannel({ owner, path });
  await db().user.update({ where: { id: owner.id }, data: { tier: 'free' } });
  const { notificationId, delivery } = await deliverTo({ channel, owner });
  expect(delivery).toEqual({ kind: 'failed' });
  expect(await notification(notificationId)).toMatchObject({ errorCode: 'channel_outside_plan' });
  expect(inbox.at(path)).toEqual([]);
  await expect(testChannel({ owner, channelId: channel.id })).rejects.toMatchObject({
    type: 'authorization_error',
  });
  await db().user.update({ where: { id: owner.id }, data: { tier: 'premium' } });
  expect((await deliverTo({ channel, owner, at: noon + hourMs })).delivery).toEqual({ kind: 'sent' });
});

test('a channel outside the plan loses no alert: its owner gets it by email, at most one a day', async () => {
  const owner = await aUser({ tier: 'premium' });
  for (let one = 0; one < 2; one += 1) await aChannel({ owner });
  const channel = await aChannel({ owner });
  await db().user.update({ where: { id: owner.id }, data: { tier: 'free' } });
  await failTimes(2, { channel, owner });
  const mails = await db().notification.findMany({
    where: { job: { ownerId: owner.id }, rule: { startsWith: 'undelivered' } },
  });
  expect(mails).toMatchObject([{ channel: 'email', channelId: null }]);
});

test('a response whose limit falls inside a character is kept without its half', async () => {
  const owner = await aUser();
  const says = encodeURIComponent(`${'x'.repeat(199)}🔴`);
  const channel = await aChannel({ owner, path: `${aPath()}&says=${says}` });
  const { notificationId, delivery } = await deliverTo({ channel, owner });
  expect(delivery).toEqual({ kind: 'sent' });
  expect(await notification(notificationId)).toMatchObject({ state: 'sent', response: 'x'.repeat(199) });
  const { lastDelivery } = await getChannel({ owner, channelId: channel.id });
  expect(lastDelivery?.response).toBe('x'.repeat(199));
});

test('the last page that an address can name is an empty one', async () => {
  const owner = await aUser();
  const channel = await aChannel({ owner });
  await deliverTo({ channel, owner });
  const page = { ownerId: owner.id, channelId: channel.id, page: 2_147_483_647, perPage: 100 };
  expect(await listDeliveries(page)).toEqual({ total: 1, rows: [] });
});

test('a full destination gets one digest of all that waits for the channel', async () => {
  const owner = await aUser();
  const path = aPath();
  const channel = await aChannel({ owner, path });
  const job = await aSavedJob({ owner });
  const ids: number[] = [];
  for (let one = 0; one < 12; one += 1)
    ids.push(await aNotificationTo({ channel, owner, job, at: noon + one * minuteMs }));
  const now = noon + hourMs;
  for (const notificationId of ids) await deliverNotification({ notificationId, now: () => now });
  expect(inbox.at(path)).toHaveLength(10);
  const later = now + 2 * minuteMs;
  await deliverNotification({ notificationId: ids[10] ?? 0, now: () => later });
  expect(inbox.at(path)).toHaveLength(11);
  const states = await db().notification.findMany({ where: { channelId: channel.id, state: 'sent' } });
  expect(states).toHaveLength(12);
});

test('a notification that its channel refused goes to the owner by email, with the name of the channel', async () => {
  const owner = await aUser();
  const channel = await aChannel({ owner, name: '#money', path: aPath('404') });
  await deliverTo({ channel, owner });
  const [fallback] = await db().notification.findMany({
    where: { job: { ownerId: owner.id }, rule: 'undelivered_failure' },
  });
  await deliverNotification({ notificationId: Number(fallback?.id), now: () => noon + hourMs });
  const [mail] = cameFor(owner.email);
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('could not be delivered to #money at 127.0.0.1');
});

test('a test of an email channel without a confirmed address is not sent', async () => {
  const owner = await aUser();
  const address = `${randomUUID()}@example.com`;
  const channel = await aChannel({ owner, kind: 'email', settings: { addresses: address } });
  const { id: channelId } = channel;
  expect(await testChannel({ owner, channelId })).toMatchObject({ errorCode: 'email_unconfirmed' });
  const subjects = cameFor(address).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes('Test notification'))).toEqual([]);
});
