import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { eventTypes } from '#domain/event-type.ts';
import { enqueueWelcomeMail } from '#server/account-mail/enqueue-welcome-mail.server.ts';
import { saveDefaultChannel } from '#server/accounts/default-channel.server.ts';
import { deleteAccount } from '#server/accounts/delete-account.server.ts';
import { issueTicket } from '#server/accounts/sessions/issue-ticket.server.ts';
import { createApiKey } from '#server/api-keys/create-api-key.server.ts';
import { createChannel } from '#server/channels/create-channel.server.ts';
import { removeChannels } from '#server/channels/remove-channels.server.ts';
import { testChannel } from '#server/channels/test-channel.server.ts';
import { db } from '#server/database/db.server.ts';
import { claimDeliveries } from '#server/event-subscriptions/claim-deliveries.server.ts';
import { removeEvents } from '#server/event-subscriptions/remove-events.server.ts';
import { createSubscription } from '#server/event-subscriptions/save-subscription.server.ts';
import { startReplay } from '#server/event-subscriptions/start-replay.server.ts';
import { rotateSubscriptionSecret } from '#server/event-subscriptions/subscription-secret.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { removeExpired } from '#server/maintenance/remove-expired.server.ts';
import { deliverNotification } from '#server/notifications/deliver-notification.server.ts';
import { saveDefaults } from '#server/notifications/rules/default-rules.server.ts';
import { setSecret } from '#server/secrets/set-secret.server.ts';
import { makeSigningSecret } from '#server/signing/make-signing-secret.server.ts';
import { rotateSigningSecret } from '#server/signing/rotate-signing-secret.server.ts';
import { saveView } from '#server/views/save-view.server.ts';
import { aFailedExecution, aJob } from '../makers.ts';
import { aFact, enqueue } from '../notifications/kit.ts';
import { inbox } from '../notifications/set-up.ts';
import { aSignedIn, request } from './account.ts';
import { ownedRows, tablesWithRows } from './owned-rows.ts';

// Pushes to the engine have tests of their own.
vi.mock('#server/engine/relay/push-job.server.ts', () => ({ pushJob: () => Promise.resolve() }));

/** Tables whose rows belong to no single account. */
const ofNobody = [
  ...['Worker', 'Installation', 'ZoneData', 'ServiceDay', 'ServiceLateness', 'LostFires', 'MaintenanceTask'],
  ...['DataKey', 'PaymentEvent', 'TargetCertificate'],
  // Keyed hashes and counts, which expire.
  ...['NotificationChannel', 'MailSent', 'RateLimit', 'OfferUse'],
];
/** Kept for a year: it holds the account only as a number (security.md section 9). */
const kept = ['SecurityEvent'];

const at = new Date();
const later = new Date(Date.now() + 3_600_000);
const longAgo = new Date(Date.now() - 3 * 3_600_000);
const isStopping = () => false;

/** An account with named channels, rules, an incident, notifications, and events of a subscription. */
async function anAccount() {
  const signedIn = await aSignedIn({ tier: 'ultimate' });
  const owner = { id: signedIn.userId, tier: 'ultimate' as const };
  const path = `/ok?${randomUUID()}`;
  const url = inbox.url(path);
  const template = { format: 'json' as const, body: '{"text": "{{event.text}}"}' };
  const draft = { name: 'Desk', kind: 'webhook' as const, settings: { url }, template };
  const { id: channelId } = await createChannel({ owner, draft });
  await testChannel({ owner, channelId });
  const rule = { channel: 'Desk', events: ['failure' as const], after: 1 };
  await saveDefaults({ owner, change: () => ({ account: [rule], tags: { billing: [rule] } }) });
  await saveDefaultChannel({ owner, channel: { type: 'webhook', config: url } });
  const { id: subscriptionId } = await createSubscription({ owner, url, types: eventTypes });
  await rotateSubscriptionSecret({ owner, id: subscriptionId });
  const input = aJob({ notifyRules: [rule], notificationType: 'webhook', notificationConfig: url });
  const { id: jobId } = await createJob({ owner, input });
  const from = new Date(Date.now() - 60_000);
  await startReplay({ owner, id: subscriptionId, from });
  await enqueue(await aFact({ jobId }));
  await fillAccount(signedIn);
  await fillJob({ jobId, channelId, ownerId: owner.id });
  return { signedIn, jobId, subscriptionId, path };
}

async function fillAccount({ userId, user, sessionId }: Awaited<ReturnType<typeof aSignedIn>>) {
  const owner = { id: userId, tier: user.tier };
  await createApiKey({ tx: db(), userId, name: 'Default', scope: 'write' });
  await setSecret({ owner, name: 'TOKEN', value: 'canary' });
  await makeSigningSecret({ owner });
  await rotateSigningSecret({ owner });
  await saveView({ userId, name: 'Mine', query: 'filter=paused' });
  await enqueueWelcomeMail({ tx: db(), userId });
  await issueTicket({ sessionId });
  await db().subscription.create({ data: { userId, status: 'active' } });
  await db().pushSubscription.create({
    data: { userId, endpointHash: randomUUID(), subscription: 'sealed' },
  });
  await db().mailRecipient.create({ data: { userId, addressHash: randomUUID(), address: 'sealed' } });
  const key = { key: 'k', requestHash: 'h', number: 1, status: 200, effect: '{}', expiresAt: later };
  await db().idempotencyKey.create({ data: { userId, ...key } });
  const token = { clientHash: 'c', token: 'sealed', renewAt: at, endsAt: at };
  await db().accessToken.create({ data: { ownerId: userId, ...token } });
  await db().testRun.create({ data: { id: randomUUID(), ownerId: userId, form: 'sealed' } });
  await db().ownerTotal.createMany({ data: [{ ownerId: userId, shard: 999 }] });
  await db().ownerMinute.create({ data: { ownerId: userId, minute: longAgo, shard: 1 } });
}

async function fillJob({ jobId, channelId, ownerId }: { jobId: number; channelId: number; ownerId: number }) {
  await aFailedExecution({ jobId, body: 'a response' });
  await db().skip.create({ data: { jobId, scheduledFor: at } });
  await db().skipChange.create({ data: { jobId, scheduledFor: at, isSkipped: true, changedById: ownerId } });
  await db().residency.create({ data: { jobId } });
  await db().quarterHourStat.create({ data: { jobId, day: at, counted: 1, openFrom: 0 } });
  await db().dailyStat.upsert({
    where: { jobId_day: { jobId, day: new Date('2026-03-01') } },
    create: { jobId, day: new Date('2026-03-01') },
    update: {},
  });
  await db().failingJob.upsert({
    where: { jobId },
    create: { jobId, ownerId, since: at },
    update: {},
  });
  await db().jobBadge.create({ data: { jobId, token: randomUUID() } });
  await db().watchedValue.create({ data: { jobId, watch: '$.version', changedAt: at } });
  await db().channelStreak.upsert({
    where: { jobId_channelId: { jobId, channelId } },
    create: { jobId, channelId, streakStartedAt: at, notifiedAt: at },
    update: {},
  });
}

/** Sealed values of the tables whose rows outlive the account for a while. */
async function sealedValues(userId: number): Promise<string[]> {
  const rows = [
    await db().user.findUniqueOrThrow({ where: { id: userId } }),
    await db().channel.findMany({ where: { userId } }),
    await db().eventSubscription.findMany({ where: { ownerId: userId } }),
  ];
  return JSON.stringify(rows).match(/v1\.[^"]+/g) ?? [];
}

const erase = ({ user, session }: Awaited<ReturnType<typeof aSignedIn>>) =>
  deleteAccount({ user, authenticatedAt: session.authenticatedAt, request });

test('nothing is left of a deleted account, in any table of the database', { timeout: 60_000 }, async () => {
  const { signedIn, jobId } = await anAccount();
  const { userId } = signedIn;
  const rows = await ownedRows(userId);
  const tablesOf = (isIt: (keys: string[] | null) => boolean) =>
    [...rows].filter(([, keys]) => isIt(keys)).map(([table]) => table);
  // A new table belongs in this list, or the account above needs a row in it.
  expect(tablesOf((keys) => keys === null).sort()).toEqual([...ofNobody].sort());
  expect(tablesOf((keys) => keys?.length === 0)).toEqual([]);

  await erase(signedIn);
  await db().job.delete({ where: { id: jobId } });
  await removeChannels({ isStopping });
  await removeEvents({ isStopping });
  await removeExpired({ isStopping });
  expect(await tablesWithRows(rows)).toEqual(kept);
});

test('a deletion wipes every sealed value at once, and pending notifications and events are not sent', async () => {
  const { signedIn, jobId, subscriptionId, path } = await anAccount();
  const { userId } = signedIn;
  const before = await sealedValues(userId);
  // Defaults, both signing secrets; settings, delivery and body of the channel; URL and both secrets of the subscription.
  expect(before).toHaveLength(9);
  const waiting = await db().notification.findMany({ where: { jobId, state: 'pending' } });
  expect(waiting.length).toBeGreaterThan(1);
  const sent = inbox.at(path).length;

  await erase(signedIn);
  const after = new Set(await sealedValues(userId));
  expect(before.filter((value) => after.has(value))).toEqual([]);
  for (const { id } of waiting)
    expect(await deliverNotification({ notificationId: Number(id) })).toEqual({ kind: 'failed' });
  const claimed = await claimDeliveries({ limit: 100, replayLimit: 100 });
  expect(claimed.filter((one) => one.subscriptionId === subscriptionId)).toEqual([]);
  expect(inbox.at(path)).toHaveLength(sent);
});
