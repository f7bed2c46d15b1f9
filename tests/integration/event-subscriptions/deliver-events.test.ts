import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { claimDeliveries } from '#server/event-subscriptions/claim-deliveries.server.ts';
import { deliverEvent } from '#server/event-subscriptions/deliver-events.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { sendAgain } from '#server/event-subscriptions/send-again.server.ts';
import { updateSubscription } from '#server/event-subscriptions/save-subscription.server.ts';
import { rotateSubscriptionSecret } from '#server/event-subscriptions/subscription-secret.server.ts';
import { aSavedJob } from '#tests/integration/makers.ts';
import { inbox } from '#tests/integration/notifications/set-up.ts';
import {
  aSubscription,
  deliverDueEvents,
  deliveriesOf,
  end,
  passWaits,
  received,
  streamsOf,
  typesAt,
} from './kit.ts';

/** Delivers until nothing is due. */
async function deliverAll() {
  let count = 0;
  // The next event of a job is due at once, by the clock of the process: the database's may be a moment behind.
  const dueNow = async () => (await deliverDueEvents()) || (await sleep(10), await deliverDueEvents());
  for (let more = await dueNow(); more > 0; more = await dueNow()) count += more;
  return count;
}

test('an event is delivered once, signed so that the library of Standard Webhooks verifies it', async () => {
  const { id, user, path, secret } = await aSubscription();
  const job = await aSavedJob({ owner: user });
  const executionId = await end({ jobId: job.id });
  expect(await deliverAll()).toBe(1);
  expect(await deliverAll()).toBe(0);
  const [letter, ...more] = inbox.at(path);
  expect(more).toEqual([]);
  const headers = letter?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(letter?.body ?? '', headers)).toMatchObject({
    type: 'execution.failed',
    data: { execution: { id: executionId, outcome: 'failed' } },
  });
  const [delivery] = await deliveriesOf(id);
  expect(headers['webhook-id']).toBe(`evt_${delivery?.eventId}`);
  expect(delivery).toMatchObject({
    state: 'sent',
    attempts: 1,
    statusCode: 200,
    response: 'ok',
    errorCode: null,
  });
  expect(await streamsOf(id)).toEqual([]);
});

test('after a rotation both secrets verify, for 24 hours', async () => {
  const { id, user, owner, path, secret } = await aSubscription();
  const job = await aSavedJob({ owner: user });
  const second = await rotateSubscriptionSecret({ owner, id });
  await end({ jobId: job.id });
  await deliverAll();
  await rotateSubscriptionSecret({ owner, id, now: new Date(Date.now() - 24 * 3_600_000) });
  await end({ jobId: job.id });
  await deliverAll();
  const [first, last] = inbox.at(path).map(({ body, headers }) => (key: string) => {
    try {
      return Boolean(new Webhook(key).verify(body, headers as Record<string, string>));
    } catch {
      return false;
    }
  });
  expect([first?.(secret), first?.(second)]).toEqual([true, true]);
  expect([last?.(secret), last?.(second)]).toEqual([false, false]);
});

test('events of one job wait for the former one; those of another job do not', async () => {
  const { id, user, path } = await aSubscription({ kind: 'once/503' });
  const [a, b] = [await aSavedJob({ owner: user, name: 'A' }), await aSavedJob({ owner: user, name: 'B' })];
  await end({ jobId: a.id, outcome: 'failed' });
  // The receiver fails once, for the first event.
  expect(await deliverDueEvents()).toBe(1);
  await end({ jobId: a.id, outcome: 'success' });
  await end({ jobId: b.id, outcome: 'failed' });
  await end({ jobId: b.id, outcome: 'success' });
  await deliverAll();
  expect(received(path).map(({ type, data }) => `${data.job.name} ${type}`)).toEqual([
    'A execution.failed',
    'B execution.failed',
    'B execution.succeeded',
  ]);
  await passWaits(id);
  await deliverAll();
  expect(
    received(path)
      .slice(3)
      .map(({ type, data }) => `${data.job.name} ${type}`),
  ).toEqual(['A execution.failed', 'A execution.succeeded']);
  expect((await deliveriesOf(id)).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['sent', 2],
    ['sent', 1],
    ['sent', 1],
    ['sent', 1],
  ]);
});

test('a receiver that is down for hours misses nothing', async () => {
  const { id, user, owner, path } = await aSubscription({ kind: '503' });
  const job = await aSavedJob({ owner: user });
  await end({ jobId: job.id, outcome: 'failed' });
  await end({ jobId: job.id, outcome: 'success' });
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 7; attempt += 1) {
    await deliverDueEvents();
    const [stream] = await streamsOf(id);
    waits.push(Math.round(((stream?.nextAt.getTime() ?? 0) - Date.now()) / 1_000));
    await passWaits(id);
  }
  const expected = [5, 30, 300, 1_800, 7_200, 18_000, 36_000];
  waits.forEach((wait, index) => expect(Math.abs(wait - (expected[index] ?? 0))).toBeLessThan(3));
  await updateSubscription({ owner, id, url: inbox.url(`/ok${path.slice(4)}`) });
  await deliverAll();
  expect(typesAt(`/ok${path.slice(4)}`)).toEqual(['execution.failed', 'execution.succeeded']);
});

test('after the last attempt an event fails, and the next one of its job goes', async () => {
  const { id, user } = await aSubscription({ kind: '500' });
  const job = await aSavedJob({ owner: user });
  await end({ jobId: job.id });
  await end({ jobId: job.id });
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await deliverDueEvents();
    await passWaits(id);
  }
  await deliverDueEvents();
  expect((await deliveriesOf(id)).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['failed', 8],
    ['pending', 1],
  ]);
});

test('a receiver that asks for more time gets it, an hour at most', async () => {
  const { id, user } = await aSubscription({ kind: '429' });
  const job = await aSavedJob({ owner: user });
  await end({ jobId: job.id });
  await deliverDueEvents();
  const [stream] = await streamsOf(id);
  expect(((stream?.nextAt.getTime() ?? 0) - Date.now()) / 1_000).toBeGreaterThan(110);
});

test('the start of the last response is in the log, without the address', async () => {
  const says = encodeURIComponent(`no PATH ${'x'.repeat(300)}`);
  const { id, user, path } = await aSubscription({ kind: `500?says=${says}&` });
  const job = await aSavedJob({ owner: user });
  await end({ jobId: job.id });
  await deliverDueEvents();
  const [delivery] = await deliveriesOf(id);
  expect(delivery).toMatchObject({ statusCode: 500, errorCode: 'status_rejected' });
  expect(delivery?.response).toHaveLength(200);
  expect(delivery?.response).not.toContain(path.slice(1));
});

test('a worker that dies before it sends: the event is sent after its hold', async () => {
  const { id, user, path } = await aSubscription();
  const job = await aSavedJob({ owner: user });
  await end({ jobId: job.id });
  expect(await claimDeliveries({ limit: 10, replayLimit: 10 })).toHaveLength(1);
  expect(await deliverDueEvents()).toBe(0);
  await db().eventStream.updateMany({ where: { subscriptionId: id }, data: { nextAt: new Date(0) } });
  expect(await deliverAll()).toBe(1);
  expect(received(path)).toHaveLength(1);
});

test('a worker that dies before it records: the event is sent twice, with one id, and its late result changes nothing', async () => {
  const { id, user, path } = await aSubscription();
  const job = await aSavedJob({ owner: user });
  await end({ jobId: job.id });
  await end({ jobId: job.id, outcome: 'success' });
  const [lost] = await claimDeliveries({ limit: 10, replayLimit: 10 });
  if (!lost) throw new Error('Nothing was claimed.');
  await db().eventStream.updateMany({ where: { subscriptionId: id }, data: { nextAt: new Date(0) } });
  await deliverDueEvents();
  await deliverEvent({ delivery: lost });
  await deliverAll();
  const ids = inbox.at(path).map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(3);
  expect(ids[0]).toBe(ids[1]);
  expect(new Set(ids).size).toBe(2);
  expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(['sent', 'sent']);
  expect(await streamsOf(id)).toEqual([]);
});

test('ten deliveries of a subscription are in flight at most, and those of another go meanwhile', async () => {
  const { user } = await aSubscription({ types: ['execution.failed'] });
  const other = await aSubscription({ types: ['execution.failed'] });
  for (let made = 0; made < 12; made += 1) await end({ jobId: (await aSavedJob({ owner: user })).id });
  await end({ jobId: (await aSavedJob({ owner: other.user })).id });
  const first = await claimDeliveries({ limit: 100, replayLimit: 100 });
  expect(first.filter(({ ownerId }) => ownerId === user.id)).toHaveLength(10);
  expect(first.filter(({ ownerId }) => ownerId === other.user.id)).toHaveLength(1);
  expect(await claimDeliveries({ limit: 100, replayLimit: 100 })).toEqual([]);
  await Promise.all(first.map((delivery) => deliverEvent({ delivery })));
  expect(await claimDeliveries({ limit: 100, replayLimit: 100 })).toHaveLength(2);
});

test('a receiver that has failed for a minute is probed one by one, and gets all at once when it is back', async () => {
  const { id, user, owner, path } = await aSubscription({ kind: '503' });
  for (let made = 0; made < 3; made += 1) await end({ jobId: (await aSavedJob({ owner: user })).id });
  expect(await deliverDueEvents()).toBe(3);
  await db().eventSubscription.update({
    where: { id },
    data: { failingSince: new Date(Date.now() - 600_000) },
  });
  await passWaits(id);
  expect(await deliverDueEvents()).toBe(1);
  const healthy = `/ok${path.slice(4)}`;
  await db().eventSubscription.update({ where: { id }, data: await sealedUrl(owner.id, inbox.url(healthy)) });
  await db().eventStream.updateMany({
    where: { subscriptionId: id },
    data: { nextAt: new Date(Date.now() + 3_600_000) },
  });
  const [one] = await streamsOf(id);
  await db().eventStream.updateMany({
    where: { subscriptionId: id, jobId: one?.jobId ?? 0 },
    data: { nextAt: new Date(0) },
  });
  expect(await deliverDueEvents()).toBe(1);
  expect(await deliverDueEvents()).toBe(2);
  expect(received(healthy)).toHaveLength(3);
  expect(await db().eventSubscription.findUnique({ where: { id } })).toMatchObject({
    failingSince: null,
    failures: 0,
  });
});

async function sealedUrl(userId: number, url: string) {
  const { seal } = await import('#server/sealing/seal.server.ts');
  return { url: seal({ text: url, userId, field: 'eventSubscription.url' }) };
}

test('a 410 disables the subscription, with a mail; its events wait until it is enabled again', async () => {
  const { id, user, owner, path } = await aSubscription({ kind: '410' });
  const job = await aSavedJob({ owner: user });
  await end({ jobId: job.id });
  await deliverDueEvents();
  expect(await db().eventSubscription.findUnique({ where: { id } })).toMatchObject({
    disabledReason: 'gone',
  });
  expect(await db().accountMail.findMany({ where: { userId: user.id } })).toMatchObject([
    { kind: 'events_disabled', state: 'pending' },
  ]);
  await passWaits(id);
  expect(await deliverDueEvents()).toBe(0);
  const healthy = `/ok?${randomUUID()}`;
  await updateSubscription({ owner, id, url: inbox.url(healthy), isEnabled: true });
  await deliverAll();
  expect(received(path)).toHaveLength(1);
  expect(received(healthy)).toHaveLength(1);
});

test('five days of failures disable the subscription, a single failure after five days does not', async () => {
  const { id, user } = await aSubscription({ kind: '500' });
  const job = await aSavedJob({ owner: user });
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  await end({ jobId: job.id });
  await db().eventSubscription.update({ where: { id }, data: { failingSince: days(5.1), failures: 1 } });
  await deliverDueEvents();
  expect(await db().eventSubscription.findUnique({ where: { id } })).toMatchObject({ disabledAt: null });
  await db().eventSubscription.update({ where: { id }, data: { failures: 9 } });
  await passWaits(id);
  await deliverDueEvents();
  expect(await db().eventSubscription.findUnique({ where: { id } })).toMatchObject({
    disabledReason: 'failing',
    failures: 10,
  });
});

test('nothing is delivered on another plan, to a suspended account, or after the subscription was deleted', async () => {
  const { id, user, path } = await aSubscription();
  const job = await aSavedJob({ owner: user });
  await end({ jobId: job.id });
  await db().user.update({ where: { id: user.id }, data: { tier: 'premium' } });
  expect(await deliverDueEvents()).toBe(0);
  await db().user.update({ where: { id: user.id }, data: { tier: 'ultimate', suspendedAt: new Date() } });
  expect(await deliverDueEvents()).toBe(0);
  await db().user.update({ where: { id: user.id }, data: { suspendedAt: null } });
  await db().eventSubscription.update({ where: { id }, data: { deletedAt: new Date() } });
  expect(await deliverDueEvents()).toBe(0);
  expect(received(path)).toEqual([]);
});

test('two requests at once send an event again only once', async () => {
  const { id, user, owner } = await aSubscription();
  const job = await aSavedJob({ owner: user });
  await end({ jobId: job.id });
  await deliverAll();
  const [sent] = await deliveriesOf(id);
  const order = { owner, id, deliveryId: Number(sent?.id) };
  // Both begin before either can count the other's delivery.
  const both = await inTransaction(async (client) => {
    await client.query('select from "EventDelivery" where "subscriptionId" = $1 for update', [id]);
    const requests = [sendAgain(order), sendAgain(order)];
    await sleep(300);
    expect(await deliveriesOf(id)).toHaveLength(1);
    return { requests };
  });
  const results = await Promise.allSettled(both.requests);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await deliveriesOf(id)).toHaveLength(2);
});

test('an event is sent again on request, with its id, beside a stream that is being retried', async () => {
  const { id, user, owner, path } = await aSubscription();
  const job = await aSavedJob({ owner: user });
  await end({ jobId: job.id });
  await deliverAll();
  const [sent] = await deliveriesOf(id);
  const order = { owner, id, deliveryId: Number(sent?.id) };
  await sendAgain(order);
  await expect(sendAgain(order)).rejects.toMatchObject({ type: 'conflict' });
  await deliverAll();
  const ids = inbox.at(path).map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
  expect((await deliveriesOf(id)).map(({ lane, state }) => [lane, state])).toEqual([
    [0, 'sent'],
    [1, 'sent'],
  ]);
  const stranger = await aSubscription();
  await expect(sendAgain({ ...order, owner: stranger.owner })).rejects.toMatchObject({ type: 'not_found' });
  await expect(sendAgain({ ...order, owner: stranger.owner, id: stranger.id })).rejects.toMatchObject({
    type: 'not_found',
  });
});
