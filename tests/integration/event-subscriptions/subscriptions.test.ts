import '#tests/integration/notifications/set-up.ts';
import { expect, test } from 'vitest';
import { eventTypes } from '#domain/event-type.ts';
import { deleteAccount } from '#server/accounts/delete-account.server.ts';
import { db } from '#server/database/db.server.ts';
import {
  getSubscription,
  listEventSubscriptions,
} from '#server/event-subscriptions/find-subscription.server.ts';
import { listEventDeliveries } from '#server/event-subscriptions/list-deliveries.server.ts';
import { removeEvents } from '#server/event-subscriptions/remove-events.server.ts';
import {
  createSubscription,
  deleteSubscription,
  updateSubscription,
} from '#server/event-subscriptions/save-subscription.server.ts';
import { sendTestEvent } from '#server/event-subscriptions/send-test-event.server.ts';
import {
  rotateSubscriptionSecret,
  showSubscriptionSecret,
} from '#server/event-subscriptions/subscription-secret.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { holdLock } from '#tests/integration/lock-owner-row.ts';
import { aJob, aSavedJob, aUser } from '#tests/integration/makers.ts';
import { aSubscription, deliverDueEvents, deliveriesOf, end, received, streamsOf, toOwner } from './kit.ts';

const run = () => removeEvents({ isStopping: () => false });

test('a subscription is stored sealed; its secret is shown to its owner alone', async () => {
  const { id, owner, path, secret } = await aSubscription({ types: ['job.deleted', 'execution.failed'] });
  const row = await db().eventSubscription.findUniqueOrThrow({ where: { id } });
  expect(JSON.stringify(row)).not.toContain(path);
  expect(row.secret).not.toContain(secret.slice(6, 20));
  expect(await showSubscriptionSecret({ owner, id })).toBe(secret);
  expect(await getSubscription({ ownerId: owner.id, id })).toMatchObject({
    types: ['execution.failed', 'job.deleted'],
    disabledAt: null,
    previousSecretUntil: null,
  });
  const next = await rotateSubscriptionSecret({ owner, id });
  expect(next).not.toBe(secret);
  expect((await getSubscription({ ownerId: owner.id, id })).previousSecretUntil).not.toBeNull();
  const codes = await db().securityEvent.findMany({ where: { actorId: owner.id }, orderBy: { id: 'asc' } });
  expect(codes.map(({ code }) => code)).toEqual(['user_changed', 'key_viewed', 'key_changed']);
  expect(JSON.stringify(codes.map(({ message }) => message))).not.toContain(secret.slice(6));
});

test('ten subscriptions an account, on Ultimate only', async () => {
  const { user, owner } = await aSubscription();
  const url = 'https://events.example.com/in';
  for (let made = 1; made < 10; made += 1) await aSubscription({ user });
  await expect(createSubscription({ owner, url, types: eventTypes })).rejects.toMatchObject({
    type: 'conflict',
    details: { limit: 10, used: 10 },
  });
  await expect(
    createSubscription({ owner: toOwner(await aUser()), url, types: eventTypes }),
  ).rejects.toMatchObject({ type: 'authorization_error', details: { reason: 'tier' } });
});

test.each([
  ['http://169.254.169.254/latest/meta-data', 'target_blocked'],
  ['http://10.0.0.1/', 'target_blocked'],
  ['http://[::1]/', 'target_blocked'],
  ['http://127.0.0.1:5432/', null],
  ['http://2130706433/', 'self_call'],
  ['ftp://events.example.com/', null],
  ['https://user:secret@events.example.com/', null],
  ['events.example.com', null],
  ['', null],
])('the URL %s is refused, when created and when changed', async (url, code) => {
  const { id, owner } = await aSubscription();
  const refusal = { type: 'validation_error', details: { url: expect.any(String) as string } };
  await expect(createSubscription({ owner, url, types: eventTypes })).rejects.toMatchObject(refusal);
  await expect(updateSubscription({ owner, id, url })).rejects.toMatchObject(refusal);
  const events = await db().securityEvent.findMany({
    where: { actorId: owner.id, code: { in: ['target_blocked', 'self_call'] } },
  });
  expect(events.map((event) => event.code)).toEqual(code === null ? [] : [code, code]);
});

test('a test event to a name that does not resolve fails, and says so', async () => {
  const { id, owner } = await aSubscription();
  await updateSubscription({ owner, id, url: 'http://events.example.invalid/' });
  expect(await sendTestEvent({ owner, id })).toMatchObject({ errorCode: 'dns_failed', statusCode: null });
});

test("another account's subscription does not exist", async () => {
  const { id } = await aSubscription();
  const { owner } = await aSubscription();
  const absent = { type: 'not_found' };
  const ownerId = owner.id;
  await expect(getSubscription({ ownerId, id })).rejects.toMatchObject(absent);
  await expect(updateSubscription({ owner, id, isEnabled: false })).rejects.toMatchObject(absent);
  await expect(deleteSubscription({ owner, id })).rejects.toMatchObject(absent);
  await expect(showSubscriptionSecret({ owner, id })).rejects.toMatchObject(absent);
  await expect(rotateSubscriptionSecret({ owner, id })).rejects.toMatchObject(absent);
  await expect(sendTestEvent({ owner, id })).rejects.toMatchObject(absent);
  await expect(listEventDeliveries({ ownerId, id, limit: 10 })).rejects.toMatchObject(absent);
  expect((await listEventSubscriptions({ ownerId })).map((one) => one.id)).not.toContain(id);
});

test('a test event is sent at once and stands in the log', async () => {
  const { id, owner, path } = await aSubscription();
  expect(await sendTestEvent({ owner, id })).toMatchObject({ errorCode: null, statusCode: 200 });
  expect(received(path)).toMatchObject([{ type: 'test' }]);
  const { deliveries, next } = await listEventDeliveries({ ownerId: owner.id, id, limit: 10 });
  expect(deliveries).toMatchObject([{ type: 'test', state: 'sent', attempts: 1, response: 'ok', jobId: 0 }]);
  expect(next).toBeNull();
});

test('the log is paged, newest first, and filtered by state', async () => {
  const { id, owner, user } = await aSubscription({ kind: '503' });
  const job = await aSavedJob({ owner: user });
  for (let made = 0; made < 3; made += 1) await end({ jobId: job.id });
  await deliverDueEvents();
  const first = await listEventDeliveries({ ownerId: owner.id, id, limit: 2 });
  const rest = await listEventDeliveries({ ownerId: owner.id, id, limit: 2, before: first.next });
  const ids = [...first.deliveries, ...rest.deliveries].map((delivery) => delivery.id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(ids).toHaveLength(3);
  expect(rest.next).toBeNull();
  expect(rest.deliveries[0]).toMatchObject({ state: 'pending', attempts: 1, statusCode: 503 });
  expect(rest.deliveries[0]?.nextAt).not.toBeNull();
  expect((await listEventDeliveries({ ownerId: owner.id, id, limit: 9, state: 'sent' })).deliveries).toEqual(
    [],
  );
});

test('events are removed after 7 days, with their deliveries', async () => {
  const { id, user } = await aSubscription();
  const job = await aSavedJob({ owner: user });
  await end({ jobId: job.id });
  await end({ jobId: job.id });
  const [old] = await deliveriesOf(id);
  await db().event.updateMany({ data: { at: new Date() } });
  await db().event.update({
    where: { id: old?.eventId ?? 0n },
    data: { at: new Date(Date.now() - 7.01 * 86_400_000) },
  });
  expect(await run()).toBe(1);
  expect(await deliveriesOf(id)).toHaveLength(1);
  expect(await deliverDueEvents()).toBe(1);
  expect(await streamsOf(id)).toEqual([]);
});

test('a stream whose events are gone is removed by the next claim', async () => {
  const { id, user } = await aSubscription();
  await end({ jobId: (await aSavedJob({ owner: user })).id });
  await db().event.deleteMany({ where: { ownerId: user.id } });
  expect(await deliverDueEvents()).toBe(0);
  expect(await streamsOf(id)).toEqual([]);
});

test('a deleted subscription takes all of it along, the last one the events of the account', async () => {
  const { id, owner, user } = await aSubscription();
  const other = await aSubscription({ user });
  await end({ jobId: (await aSavedJob({ owner: user })).id });
  await deleteSubscription({ owner, id });
  expect((await listEventSubscriptions({ ownerId: user.id })).map((one) => one.id)).toEqual([other.id]);
  await run();
  expect(await db().eventSubscription.count({ where: { id } })).toBe(0);
  expect(await deliveriesOf(id)).toEqual([]);
  expect(await db().event.count({ where: { ownerId: user.id } })).toBe(1);
  await deleteSubscription({ owner, id: other.id });
  await run();
  expect(await db().event.count({ where: { ownerId: user.id } })).toBe(0);
});

test('a subscription created while the last one is removed keeps its events', async () => {
  const former = await aSubscription({ types: ['job.created'] });
  const { user, owner } = former;
  await createJob({ owner, input: aJob() });
  await deleteSubscription({ owner, id: former.id });
  const gate = await holdLock({
    statement: 'select from "EventDelivery" where "subscriptionId" = $1 for update',
    values: [former.id],
  });
  const running = run();
  await gate.onceWaiting(1);
  const { id } = await aSubscription({ user, types: ['job.created'] });
  await createJob({ owner, input: aJob() });
  await gate.openOnceWaiting(1);
  await running;
  expect(await db().eventSubscription.count({ where: { ownerId: owner.id } })).toBe(1);
  expect((await deliveriesOf(id)).map(({ event }) => event.type)).toEqual(['job.created']);
  await deliverDueEvents();
});

test('a deleted account leaves no subscription and no event', async () => {
  const { id, user, path } = await aSubscription();
  await end({ jobId: (await aSavedJob({ owner: user })).id });
  const request = { id: 'r', ip: '127.0.0.1', userAgent: 'test' };
  await deleteAccount({ user, authenticatedAt: new Date(), request });
  expect(await deliverDueEvents()).toBe(0);
  expect(received(path)).toEqual([]);
  await run();
  expect(await db().eventSubscription.count({ where: { id } })).toBe(0);
  expect(await db().event.count({ where: { ownerId: user.id } })).toBe(0);
});
