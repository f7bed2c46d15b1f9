import { expect, test } from 'vitest';
import { endSession } from '#server/accounts/sessions/end-session.server.ts';
import { signInAccount } from '#server/accounts/sign-in-account.server.ts';
import type { Identity } from '#server/accounts/types.ts';
import { db } from '#server/database/db.server.ts';
import { deliverNotification } from '#server/notifications/deliver-notification.server.ts';
import { listNotifications } from '#server/notifications/list-notifications.server.ts';
import {
  browserSubscription,
  endpointHash,
  isPushService,
  sealSubscription,
} from '#server/push/browser-subscription.server.ts';
import { removePushSubscription } from '#server/push/remove-push-subscription.server.ts';
import { savePushSubscription } from '#server/push/save-push-subscription.server.ts';
import { aSignedIn, open, request } from '../accounts/account.ts';
import { aFact, aNotifyingJob, enqueue, noon, notificationsOf, rulesOf } from '../notifications/kit.ts';
import { aBrowser } from './push-service.ts';

type SignedIn = Awaited<ReturnType<typeof aSignedIn>>;

const switchOn = ({ who, browser = aBrowser() }: { who: SignedIn; browser?: ReturnType<typeof aBrowser> }) =>
  savePushSubscription({ ...who, subscription: browser.subscription, request });
async function identityOf(userId: number): Promise<Identity> {
  const user = await db().user.findUniqueOrThrow({ where: { id: userId } });
  const { issuer, subject, email, username, firstName, lastName, profileImageUrl: pictureUrl } = user;
  const who = { issuer, subject, email, username, firstName, lastName, pictureUrl };
  return { ...who, isEmailVerified: true, authenticatedAt: new Date() };
}
const browsersOf = (userId: number) => db().pushSubscription.findMany({ where: { userId } });

/** An account with browsers, and a job of it that has failed. */
async function aFailure({ browsers }: { browsers: ReturnType<typeof aBrowser>[] }) {
  const who = await aSignedIn();
  for (const browser of browsers) await switchOn({ who, browser });
  const owner = await db().user.findUniqueOrThrow({ where: { id: who.userId } });
  const job = await aNotifyingJob({ owner, name: 'Nightly billing' });
  const fact = await aFact({ jobId: job.id });
  await enqueue(fact);
  const notification = (await notificationsOf(job.id)).find(({ channel }) => channel === 'push');
  if (!notification) throw new Error('Nothing is owed to browsers.');
  const deliver = () =>
    deliverNotification({ notificationId: Number(notification.id), now: () => noon + 1_000 });
  return { who, job, fact, hint: notification, deliver };
}

test("a failure enqueues a push to its owner's browsers besides the job's channel, once", async () => {
  const { job, fact, who } = await aFailure({ browsers: [aBrowser()] });
  expect(await rulesOf(job.id)).toEqual(['push_failure', 'failure']);
  await enqueue(fact);
  expect(await rulesOf(job.id)).toHaveLength(2);
  const listed = await listNotifications({ ownerId: who.userId, jobId: job.id, limit: 5 });
  expect(listed.map(({ rule, channel }) => `${rule} ${channel}`).sort()).toEqual([
    'failure push',
    'failure webhook',
  ]);
  expect(listed.find(({ channel }) => channel === 'push')?.destination).toBe('your browsers');
});

test('an account without browsers gets no push, and a job that never notifies enqueues nothing', async () => {
  const who = await aSignedIn();
  const owner = await db().user.findUniqueOrThrow({ where: { id: who.userId } });
  const job = await aNotifyingJob({ owner });
  await enqueue(await aFact({ jobId: job.id }));
  expect(await rulesOf(job.id)).toEqual(['failure']);
  await switchOn({ who });
  const silent = await aNotifyingJob({ owner, notifyFrequency: 'never' });
  await enqueue(await aFact({ jobId: silent.id }));
  expect(await rulesOf(silent.id)).toEqual([]);
});

test('every browser gets the message encrypted for it and signed for its push service', async () => {
  const browsers = [aBrowser(), aBrowser()];
  const { job, fact, hint: notification, deliver } = await aFailure({ browsers });
  expect(await deliver()).toEqual({ kind: 'sent' });
  for (const browser of browsers) {
    const [arrival, ...more] = browser.got();
    expect(more).toEqual([]);
    expect(arrival?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      urgency: 'high',
    });
    expect(arrival?.headers.authorization).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, ?k=[\w-]{87}$/);
    expect(JSON.parse(arrival?.text ?? '')).toEqual({
      title: 'Nightly billing failed',
      body: expect.stringContaining('the response was 503') as string,
      tag: `note_${notification.id}`,
      url: `/dashboard/jobs/${job.id}/executions/${fact.executionId}`,
      failing: 0,
    });
  }
});

test.each([404, 410])(
  'a browser whose push service returns %i is removed, and the others get the message',
  async (status) => {
    const [gone, there] = [aBrowser({ status }), aBrowser()];
    const { who, deliver } = await aFailure({ browsers: [gone, there] });
    expect(await deliver()).toEqual({ kind: 'sent' });
    const left = await browsersOf(who.userId);
    expect(left.map((row) => row.endpointHash)).toEqual([endpointHash(there.subscription.endpoint)]);
  },
);

test('a notification whose last browser is gone fails and says so, without being an error', async () => {
  const { who, job, hint: notification, deliver } = await aFailure({ browsers: [aBrowser({ status: 410 })] });
  expect(await deliver()).toEqual({ kind: 'failed' });
  expect(await browsersOf(who.userId)).toEqual([]);
  const ended = await db().notification.findUniqueOrThrow({ where: { id: notification.id } });
  expect(ended.errorCode).toBe('push_unsubscribed');
  const errors = { code: 'notification_failed', subjectId: job.id };
  expect(await db().securityEvent.count({ where: errors })).toBe(0);
});

test('a push service that is down is retried', async () => {
  const { who, deliver } = await aFailure({ browsers: [aBrowser({ status: 503 })] });
  expect(await deliver()).toEqual({ kind: 'again', at: noon + 6_000 });
  expect(await browsersOf(who.userId)).toHaveLength(1);
});

test('a browser whose push service is down does not block others, which get the message once', async () => {
  const [away, there] = [aBrowser({ status: 503 }), aBrowser()];
  const { deliver } = await aFailure({ browsers: [away, there] });
  expect(await deliver()).toEqual({ kind: 'sent' });
  expect(await deliver()).toEqual({ kind: 'sent' });
  expect(there.got()).toHaveLength(1);
});

test.each([
  [[410, 403, 503, 201], { kind: 'sent' }],
  [[403, 201], { kind: 'sent' }],
  [[403, 503], { kind: 'again', at: noon + 6_000 }],
  [[410, 503], { kind: 'again', at: noon + 6_000 }],
  [[410, 403], { kind: 'failed' }],
  [[404, 410], { kind: 'failed' }],
])(
  'of browsers with the statuses %j a success wins, then one that may still succeed: %j',
  async (statuses, end) => {
    const { hint: notification, deliver } = await aFailure({
      browsers: statuses.map((status) => aBrowser({ status })),
    });
    expect(await deliver()).toEqual(end);
    const { errorCode } = await db().notification.findUniqueOrThrow({ where: { id: notification.id } });
    const isGone = statuses.every((status) => status === 404 || status === 410);
    expect(errorCode).toBe(end.kind === 'sent' ? null : isGone ? 'push_unsubscribed' : 'status_rejected');
  },
);

test('a browser that cannot be decrypted, or has an invalid key, does not block others', async () => {
  const [closed, there] = [aBrowser(), aBrowser()];
  const { who, deliver } = await aFailure({ browsers: [closed, there] });
  const subscription = { ...aBrowser().subscription, p256dh: 'B'.repeat(87) };
  const keyless = { endpointHash: endpointHash(subscription.endpoint), userId: who.userId };
  await db().pushSubscription.create({
    data: { ...keyless, subscription: sealSubscription({ subscription, userId: who.userId }) },
  });
  const hash = endpointHash(closed.subscription.endpoint);
  await db().pushSubscription.update({
    where: { endpointHash: hash },
    data: { subscription: 'v1.gone.AAAA.AAAA.AAAA' },
  });
  expect(await deliver()).toEqual({ kind: 'sent' });
  expect(there.got()).toHaveLength(1);
  // A value that may be decryptable after the next start stays; one without a usable key is removed.
  expect((await browsersOf(who.userId)).map((row) => row.endpointHash).sort()).toEqual(
    [hash, endpointHash(there.subscription.endpoint)].sort(),
  );
});

test('a key that is not a point on the curve is not saved', () => {
  const { subscription } = aBrowser();
  expect(browserSubscription.safeParse(subscription).success).toBe(true);
  const faulty = { ...subscription, p256dh: `B${'a'.repeat(86)}` };
  expect(browserSubscription.safeParse(faulty).success).toBe(false);
});

test('the address and keys of a browser are sealed', async () => {
  const who = await aSignedIn();
  const browser = aBrowser();
  await switchOn({ who, browser });
  const [row] = await browsersOf(who.userId);
  expect(row?.subscription).toMatch(/^v1\./);
  expect(JSON.stringify(row)).not.toContain(browser.subscription.endpoint);
});

test('signing out stops the push messages to that browser, others continue', async () => {
  const who = await aSignedIn();
  await switchOn({ who });
  const other = aBrowser();
  const { session } = who;
  await db().pushSubscription.updateMany({ where: { userId: who.userId }, data: { sessionId: session.id } });
  await savePushSubscription({
    ...who,
    session: { ...session, id: (await open({ userId: who.userId })).sessionId },
    subscription: other.subscription,
    request,
  });
  await endSession({ token: who.token, request });
  const left = await browsersOf(who.userId);
  expect(left.map((row) => row.endpointHash)).toEqual([endpointHash(other.subscription.endpoint)]);
});

test('a new sign-in in the same browser keeps its push messages, and signing out stops them', async () => {
  const who = await aSignedIn();
  await switchOn({ who });
  const again = await signInAccount({
    identity: await identityOf(who.userId),
    request,
    formerToken: who.token,
  });
  expect(await browsersOf(who.userId)).toMatchObject([{ sessionId: again.sessionId }]);
  await endSession({ token: again.token, request });
  expect(await browsersOf(who.userId)).toEqual([]);
});

test("a browser where somebody else signs in no longer gets the first account's notifications", async () => {
  const [who, other] = [await aSignedIn(), await aSignedIn()];
  await switchOn({ who });
  await signInAccount({ identity: await identityOf(other.userId), request, formerToken: who.token });
  expect(await browsersOf(who.userId)).toEqual([]);
});

test('a browser belongs to the account that signed in last; an eleventh removes the oldest', async () => {
  const [first, second] = [await aSignedIn(), await aSignedIn()];
  const shared = aBrowser();
  await switchOn({ who: first, browser: shared });
  await switchOn({ who: second, browser: shared });
  expect(await browsersOf(first.userId)).toEqual([]);
  for (let more = 0; more < 10; more += 1) await switchOn({ who: second });
  const left = await browsersOf(second.userId);
  expect(left).toHaveLength(10);
  expect(left.map((row) => row.endpointHash)).not.toContain(endpointHash(shared.subscription.endpoint));
});

test('switching on and off is logged as a security event, and the account is not asked again', async () => {
  const who = await aSignedIn();
  const browser = aBrowser();
  await switchOn({ who, browser });
  const own = { endpointHash: endpointHash(browser.subscription.endpoint) };
  await removePushSubscription({ userId: who.userId, browser: own, request });
  await removePushSubscription({ userId: who.userId, browser: own, request });
  const events = await db().securityEvent.findMany({
    where: { actorId: who.userId, code: 'user_changed' },
    orderBy: { id: 'asc' },
  });
  expect(events.map(({ message }) => message)).toEqual([
    'An account was changed. (push on)',
    'An account was changed. (push off)',
  ]);
  const user = await db().user.findUniqueOrThrow({ where: { id: who.userId } });
  expect(user.pushAskedAt).not.toBeNull();
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
  ['https://web.push.apple.com/abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/fcm/send/abc', false],
  ['https://fcm.googleapis.com.evil.example/abc', false],
  ['https://evilfcm.googleapis.com/abc', false],
  ['https://push.services.mozilla.com@evil.example/abc', false],
  ['https://victim.example/', false],
  ['not an address', false],
])('%s is a push service: %s', (address, isOne) => {
  expect(isPushService(address)).toBe(isOne);
});
