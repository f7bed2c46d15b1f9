import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { JobInput } from '#domain/job/job.ts';
import { db } from '#server/database/db.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import type { User } from '#server/generated/client.ts';
import { deliverNotification } from '#server/notifications/deliver-notification.server.ts';
import { reserveDomainDelivery } from '#server/notifications/domain-delivery.server.ts';
import type { Delivery, CompletionEvent } from '#server/notifications/types.ts';
import { makeSigningSecret } from '#server/signing/make-signing-secret.server.ts';
import { rotateSigningSecret } from '#server/signing/rotate-signing-secret.server.ts';
import { textOf } from '#tests/integration/mail/mail-server.ts';
import { mailServer } from '#tests/integration/mail/set-up.ts';
import { aSavedJob, aUser } from '#tests/integration/makers.ts';
import { aFact, aNotifyingJob, hourMs, notificationsOf, noon, enqueue } from './kit.ts';
import { inbox } from './set-up.ts';

/** A clock that only moves when the test advances it. */
function aClock(at = noon + 1_000) {
  const clock = { at, now: () => clock.at };
  return clock;
}

/** A job with an inbox as its channel, and one pending notification. */
async function aPendingNotification({
  kind = 'ok',
  fact = {},
  ...given
}: { kind?: string; fact?: Partial<CompletionEvent>; owner?: User } & Partial<JobInput> = {}) {
  const path = `/${kind}?${randomUUID()}`;
  const job = await aNotifyingJob({ name: 'Nightly billing', notificationConfig: inbox.url(path), ...given });
  const ended = await aFact({ jobId: job.id, ...fact });
  await enqueue(ended);
  const [notification] = await notificationsOf(job.id);
  if (!notification) throw new Error('Nothing is owed.');
  return {
    job,
    path,
    hint: notification,
    notificationId: Number(notification.id),
    executionId: ended.executionId,
  };
}

const hintOf = (notificationId: number) =>
  db().notification.findUniqueOrThrow({ where: { id: notificationId } });

test('a failure reaches a webhook with job, execution, verdict and links', async () => {
  const { job, path, notificationId, executionId } = await aPendingNotification();
  expect(await deliverNotification({ notificationId, now: aClock().now })).toEqual({ kind: 'sent' });

  const [letter, ...more] = inbox.at(path);
  expect(more).toEqual([]);
  expect(letter?.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': `note_${notificationId}`,
    'idempotency-key': `note_${notificationId}`,
    via: '1.1 punctual',
  });
  expect(letter?.headers['webhook-signature']).toBeUndefined();
  expect(JSON.parse(letter?.body ?? '')).toMatchObject({
    type: 'job.failed',
    timestamp: new Date(noon).toISOString(),
    data: {
      rule: 'failure',
      title: 'Nightly billing failed',
      text: expect.stringContaining('the response was 503') as string,
      job: { id: job.id, name: 'Nightly billing', cron: '0 * * * *', timezone: 'UTC' },
      execution: {
        id: executionId,
        status: 'failed',
        outcome: 'failed',
        status_code: 503,
        error: 'status_rejected',
        verdict: 'Failed: the response was 503; this job expects 2xx.',
        url: expect.stringMatching(`/dashboard/jobs/${job.id}/executions/${executionId}$`) as string,
      },
      streak: { failures: 1, since: new Date(noon).toISOString() },
    },
  });
  expect(await hintOf(notificationId)).toMatchObject({
    state: 'sent',
    attempts: 1,
    errorCode: null,
    statusCode: 200,
  });
});

test('a success reaches a webhook and Slack with the execution that succeeded', async () => {
  for (const notificationType of ['webhook', 'slack'] as const) {
    const { job, path, notificationId, executionId } = await aPendingNotification({
      ...{ notificationType, notifyFrequency: 'on_success', fact: { outcome: 'success' } },
    });
    expect(await deliverNotification({ notificationId, now: aClock().now })).toEqual({ kind: 'sent' });
    const [letter, ...more] = inbox.at(path);
    expect(more).toEqual([]);
    const body = JSON.parse(letter?.body ?? '') as Record<string, unknown>;
    const url = expect.stringMatching(`/dashboard/jobs/${job.id}/executions/${executionId}$`) as string;
    if (notificationType === 'slack')
      expect(body['text']).toMatch(new RegExp(`^Nightly billing succeeded\n[^]*/executions/${executionId}$`));
    else
      expect(body).toMatchObject({
        type: 'job.succeeded',
        data: {
          rule: 'success',
          title: 'Nightly billing succeeded',
          job: { id: job.id, name: 'Nightly billing' },
          execution: { id: executionId, status: 'success', outcome: 'success', error: null, url },
          streak: { failures: 0, since: null },
        },
      });
  }
});

test('a message to Slack is text in which no name can become a link or a mention', async () => {
  const name = 'Bill <!channel> & <https://evil.example|home>';
  const { path, notificationId } = await aPendingNotification({ name, notificationType: 'slack' });
  await deliverNotification({ notificationId, now: aClock().now });
  const body = inbox.at(path)[0]?.body ?? '';
  const { text, blocks } = JSON.parse(body) as { text: string; blocks: { type: string }[] };
  expect(text).toContain('Bill &lt;!channel&gt; &amp; &lt;https://evil.example|home&gt; failed');
  expect(text).toContain('the response was 503');
  expect(blocks.map(({ type }) => type)).toEqual(['section', 'context']);
  expect(body).not.toContain('<!channel>');
});

test('a notification of type slack goes to Slack or an explicitly allowed host, and nowhere else', async () => {
  const { notificationId } = await aPendingNotification({
    notificationType: 'slack',
    notificationConfig: 'https://slack.example.com/services/T0/B0/x',
  });
  expect(await deliverNotification({ notificationId, now: aClock().now })).toEqual({ kind: 'failed' });
  expect(await hintOf(notificationId)).toMatchObject({ errorCode: 'target_not_allowed' });
});

test('S19: a notification to an address inside our network is refused, fails at once, and is logged', async () => {
  const { notificationId, job } = await aPendingNotification({
    notificationConfig: 'http://169.254.169.254/note',
  });
  expect(await deliverNotification({ notificationId, now: aClock().now })).toEqual({ kind: 'failed' });
  const events = await db().securityEvent.findMany({ where: { subjectId: job.id }, orderBy: { id: 'asc' } });
  expect(events.map(({ code }) => code)).toEqual(['target_blocked', 'notification_failed']);
  expect(JSON.stringify(events.map(({ message }) => message))).not.toContain('/note');
});

test('notifications are signed once the owner has a signing secret, and for a day by the previous one too', async () => {
  const owner = await aUser();
  const first = await makeSigningSecret({ owner });
  const second = await rotateSigningSecret({ owner });
  const { notificationId, path } = await aPendingNotification({ owner });
  await deliverNotification({ notificationId });
  const [letter] = inbox.at(path);
  const headers = letter?.headers as Record<string, string>;
  for (const secret of [first, second])
    expect(new Webhook(secret).verify(letter?.body ?? '', headers)).toMatchObject({ type: 'job.failed' });
  expect(() => new Webhook(first).verify(`${letter?.body ?? ''} `, headers)).toThrow();
});

test('an undelivered notification is retried after 5 s, 30 s, 5 min, 30 min and 2 h, then fails and is logged', async () => {
  const { notificationId, path, job } = await aPendingNotification({ kind: '500' });
  const clock = aClock();
  const waits: number[] = [];
  for (;;) {
    const delivery = await deliverNotification({ notificationId, now: clock.now });
    if (delivery.kind !== 'again') {
      expect(delivery.kind).toBe('failed');
      break;
    }
    // Too early it is not sent.
    expect(await deliverNotification({ notificationId, now: clock.now })).toEqual(delivery);
    waits.push((delivery.at - clock.at) / 1_000);
    clock.at = delivery.at;
  }
  expect(waits).toEqual([5, 30, 300, 1_800, 7_200]);
  expect(inbox.at(path)).toHaveLength(6);
  expect(new Set(inbox.at(path).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(await hintOf(notificationId)).toMatchObject({
    state: 'failed',
    attempts: 6,
    errorCode: 'status_rejected',
    statusCode: 500,
  });
  expect(await db().securityEvent.count({ where: { code: 'notification_failed', subjectId: job.id } })).toBe(
    1,
  );
  expect(await deliverNotification({ notificationId, now: clock.now })).toEqual({ kind: 'failed' });
});

test.each([400, 401, 403, 404, 410, 302])(
  'a notification with the response %i fails at once',
  async (status) => {
    const { notificationId, path } = await aPendingNotification({ kind: String(status) });
    expect(await deliverNotification({ notificationId, now: aClock().now })).toEqual({ kind: 'failed' });
    expect(inbox.at(path)).toHaveLength(1);
  },
);

test.each([408, 425, 429, 503])(
  'a notification with the response %i is retried and can still be delivered',
  async (status) => {
    const { notificationId, path } = await aPendingNotification({ kind: `once/${status}` });
    const clock = aClock();
    const first = await deliverNotification({ notificationId, now: clock.now });
    if (first.kind !== 'again') throw new Error(`It was ${first.kind}.`);
    expect(first.at - clock.at).toBe(status === 429 ? 120_000 : 5_000);
    clock.at = first.at;
    expect(await deliverNotification({ notificationId, now: clock.now })).toEqual({ kind: 'sent' });
    expect(inbox.at(path)).toHaveLength(2);
  },
);

test('a notification being delivered is sent by nobody else', async () => {
  const { notificationId, path } = await aPendingNotification({ kind: 'held' });
  const clock = aClock();
  const first = deliverNotification({ notificationId, now: clock.now });
  await vi.waitFor(() => expect(inbox.at(path)).toHaveLength(1), { timeout: 10_000 });
  expect(await deliverNotification({ notificationId, now: clock.now })).toEqual({
    kind: 'again',
    at: clock.at + 45_000,
  });
  inbox.release();
  expect(await first).toEqual({ kind: 'sent' });
  expect(inbox.at(path)).toHaveLength(1);
});

/** Makes the database refuse the next change of a notification's state, once. */
async function refuseOneEnd() {
  await db().$executeRaw`create sequence note_ends`;
  await db().$executeRaw`
    create function refuse_one_end() returns trigger language plpgsql as $$
    begin
      if nextval('note_ends') = 1 then raise exception 'away'; end if;
      return new;
    end $$`;
  await db().$executeRaw`
    create trigger refuse_one_end before update on "Notification"
    for each row when (new."state" <> old."state") execute function refuse_one_end()`;
  onTestFinished(async () => {
    await db().$executeRaw`drop function refuse_one_end cascade`;
  });
}

test('a notification sent during a short database outage is not sent again', async () => {
  await refuseOneEnd();
  const { notificationId, path } = await aPendingNotification();
  expect(await deliverNotification({ notificationId, now: aClock().now })).toEqual({ kind: 'sent' });
  expect(await hintOf(notificationId)).toMatchObject({ state: 'sent', statusCode: 200 });
  expect(inbox.at(path)).toHaveLength(1);
});

test('the notification of a deliverer that died is sent by the next one', async () => {
  const { notificationId, path } = await aPendingNotification();
  const clock = aClock();
  await db().notification.update({
    where: { id: notificationId },
    data: { attempts: 1, nextAt: new Date(clock.at + 45_000) },
  });
  expect(await deliverNotification({ notificationId, now: clock.now })).toEqual({
    kind: 'again',
    at: clock.at + 45_000,
  });
  clock.at += 45_000;
  expect(await deliverNotification({ notificationId, now: clock.now })).toEqual({ kind: 'sent' });
  expect(inbox.at(path)).toHaveLength(1);
});

/** Several jobs of one owner with a shared inbox, each with a notification pending at the same time. */
async function aFlood({ count, type = 'webhook' }: { count: number; type?: 'webhook' | 'slack' }) {
  const owner = await aUser();
  const path = `/ok?${randomUUID()}`;
  const ids: number[] = [];
  for (let number = 1; number <= count; number += 1) {
    const job = await aNotifyingJob({
      owner,
      name: `Job ${number}`,
      notificationType: type,
      notificationConfig: inbox.url(path),
    });
    await enqueue(await aFact({ jobId: job.id }));
    ids.push(Number((await notificationsOf(job.id))[0]?.id));
  }
  return { path, ids };
}

test('beyond ten a minute the rest of the minute is sent to its destination as one digest', async () => {
  const { path, ids } = await aFlood({ count: 33 });
  const clock = aClock();
  const first = await Promise.all(
    ids.map((notificationId) => deliverNotification({ notificationId, now: clock.now })),
  );
  expect(first.filter(({ kind }) => kind === 'sent')).toHaveLength(10);
  const later = first.flatMap((delivery) => (delivery.kind === 'again' ? [delivery.at] : []));
  expect(new Set(later)).toEqual(new Set([clock.at + 60_000]));

  clock.at += 60_000;
  await Promise.all(ids.map((notificationId) => deliverNotification({ notificationId, now: clock.now })));
  const letters = inbox
    .at(path)
    .map(
      ({ body }) => JSON.parse(body) as { type: string; data: { notifications?: unknown[]; title: string } },
    );
  expect(letters).toHaveLength(11);
  expect(letters[10]).toMatchObject({ type: 'digest', data: { title: '23 notifications from 23 jobs' } });
  expect(letters[10]?.data.notifications).toHaveLength(23);
  const states = await db().notification.findMany({ where: { id: { in: ids } } });
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['sent']));

  // The digest has ended the flood: the next one goes alone again.
  expect(await deliverNotification({ notificationId: ids[0] ?? 0, now: clock.now })).toEqual({
    kind: 'sent',
  });
});

test('S19: an account sends thirty messages a minute to a domain, whatever the path and the query', async () => {
  const deliver = async ({ owner, number }: { owner: User; number: number }) => {
    const notificationConfig = `http://169.254.7.7/${number}?n=${number}`;
    const { notificationId } = await aPendingNotification({ owner, notificationConfig });
    return deliverNotification({ notificationId, now: clock.now });
  };
  const clock = aClock();
  const owner = await aUser({ tier: 'ultimate' });
  const kinds: Delivery[] = [];
  for (let number = 1; number <= 32; number += 1) kinds.push(await deliver({ owner, number }));
  // The guard refuses the address: its notification fails.
  expect(kinds.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => ({ kind: 'failed' })));
  const later = { kind: 'again', at: clock.at + 60_000, isPaced: true };
  expect(kinds.slice(30)).toEqual([later, later]);
  expect(await deliver({ owner: await aUser(), number: 33 })).toEqual({ kind: 'failed' });
  clock.at += 60_000;
  expect(await deliver({ owner, number: 34 })).toEqual({ kind: 'failed' });
});

test('S19: all free accounts together send three hundred messages a minute to a domain', async () => {
  const take = ({ ownerId, now = noon }: { ownerId: number; now?: number }) =>
    inTransaction((client) =>
      reserveDomainDelivery({
        client,
        ownerId,
        channel: 'webhook',
        destination: 'https://flood.example/in',
        now,
      }),
    );
  const go = { kind: 'go' };
  for (let account = 1; account <= 10; account += 1) {
    const { id: ownerId } = await aUser({ tier: 'free' });
    for (let sent = 1; sent <= 30; sent += 1) expect(await take({ ownerId })).toMatchObject(go);
  }
  const { id: ownerId } = await aUser({ tier: 'free' });
  expect(await take({ ownerId })).toMatchObject({ kind: 'wait', until: noon + 60_000 });
  expect(await take({ ownerId: (await aUser({ tier: 'premium' })).id })).toMatchObject(go);
  expect(await take({ ownerId, now: noon + 60_000 })).toMatchObject(go);
});

test('Slack gets one message a second for each URL', async () => {
  const { path, ids } = await aFlood({ count: 3, type: 'slack' });
  const clock = aClock();
  for (let second = 1; second <= 3; second += 1) {
    await Promise.all(ids.map((notificationId) => deliverNotification({ notificationId, now: clock.now })));
    expect(inbox.at(path)).toHaveLength(second);
    clock.at += 1_000;
  }
});

/** Keeps the response of an execution's only attempt. */
async function responded({ executionId, body }: { executionId: number; body: string }) {
  const number = 1;
  const at = new Date(noon);
  await db().attempt.create({
    data: {
      ...{ executionId, number, startedAt: at, endedAt: at, statusCode: 503, errorCode: 'status_rejected' },
      body: { create: { headers: { 'content-type': 'text/plain' }, body, bytes: body.length } },
    },
  });
}

test('without a channel the owner gets a mail that says what failed, why and where to look', async () => {
  const owner = await aUser();
  const { id: jobId } = await aSavedJob({
    ...{ owner, name: 'Nightly <billing>', httpMethod: 'POST' },
    webhookUrl: 'https://user:password@api.example.com/run?token=canary&at={{timestamp}}#part',
  });
  const ended = await aFact({ jobId });
  await responded({ executionId: Number(ended.executionId), body: `upstream\r\n <down> ${'x'.repeat(400)}` });
  await enqueue(ended);
  const [notification] = await notificationsOf(jobId);
  const notificationId = Number(notification?.id);
  expect(await deliverNotification({ notificationId, now: aClock().now })).toEqual({ kind: 'sent' });
  const [mail] = mailServer.of(owner.email);
  if (!mail) throw new Error('Nothing came.');
  expect(mail.headers.get('subject')).toBe('Nightly <billing> failed');
  const raw = textOf(mail);
  expect(mail.headers.get('content-type')).toContain('multipart/alternative');
  expect(raw).toContain('the response was 503');
  expect(raw).toContain(`/dashboard/jobs/${jobId}/executions/`);
  expect(raw).toContain('Nightly &lt;billing&gt; failed</h1>');
  const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(text).toContain('URL: POST https://api.example.com/run?token=********&at={{timestamp}}\r\n');
  const excerpt = `upstream <down> ${'x'.repeat(183)}…`;
  expect(excerpt).toHaveLength(200);
  const bytes = excerpt.replace('…', '=E2=80=A6');
  expect(text).toContain(`Response: 503 Service Unavailable: ${bytes}`);
  expect(text).toContain('What to do: ');
  expect(text).toContain(`Change notifications: http`);
  expect(text).toMatch(new RegExp(`/dashboard/jobs/${jobId}/edit\\?tab=notifications\\r?\\n`));
  for (const secret of ['canary', 'password']) expect(text).not.toContain(secret);
  expect(await hintOf(notificationId)).toMatchObject({ state: 'sent', statusCode: 250 });
});

test("200 characters of a channel's response are stored, without the address", async () => {
  const says = encodeURIComponent(`invalid_blocks PATH ${'é'.repeat(300)}`);
  const { notificationId } = await aPendingNotification({ kind: `400?says=${says}&` });
  await deliverNotification({ notificationId, now: aClock().now });
  const { response } = await hintOf(notificationId);
  expect(response).toHaveLength(200);
  expect(response).toMatch(/^invalid_blocks .*\{\{secret\.url\}\}|^invalid_blocks .*\{\{url\}\}/);
  expect(response).not.toContain('says=');
});

test('a failed notification is sent to its owner by email, once a day for all jobs (D37a)', async () => {
  const owner = await aUser();
  const clock = aClock();
  const giveUp = async () => {
    const { notificationId, executionId, job } = await aPendingNotification({
      kind: '404?says=no_such_hook&',
      owner,
    });
    expect(await deliverNotification({ notificationId, now: clock.now })).toEqual({ kind: 'failed' });
    return db().notification.findMany({ where: { executionId, jobId: job.id, channel: 'email' } });
  };
  const [mail, ...more] = await giveUp();
  expect(more).toEqual([]);
  expect(await deliverNotification({ notificationId: Number(mail?.id), now: clock.now })).toEqual({
    kind: 'sent',
  });
  const [letter] = mailServer.of(owner.email);
  if (!letter) throw new Error('Nothing came.');
  expect(letter.headers.get('subject')).toBe('Nightly billing failed');
  const text = textOf(letter).replaceAll('=\r\n', '');
  expect(text).toMatch(
    /could not be delivered to the webhook at 127\.0\.0\.1:\d+ and will not be retried\. /,
  );
  expect(text).toContain('no_such_hook');
  expect(await giveUp()).toEqual([]);
  clock.at += 24 * hourMs + 1;
  expect(await giveUp()).toHaveLength(1);
});

test('an owner with an unverified address gets no mail, and the notification says so', async () => {
  const owner = await aUser({ emailVerified: false });
  const { id: jobId } = await aSavedJob({ owner });
  await enqueue(await aFact({ jobId }));
  const notificationId = Number((await notificationsOf(jobId))[0]?.id);
  expect(await deliverNotification({ notificationId, now: aClock().now })).toEqual({ kind: 'failed' });
  expect(await hintOf(notificationId)).toMatchObject({ errorCode: 'email_unconfirmed' });
  expect(mailServer.of(owner.email)).toEqual([]);
});

test('a recovery says how long the failures lasted', async () => {
  const { path, notificationId } = await aPendingNotification({
    fact: {
      outcome: 'success',
      streak: 0,
      previousStreak: 12,
      streakNotifiedAt: noon - hourMs,
      streakStartedAt: noon - 12 * hourMs,
    },
  });
  await deliverNotification({ notificationId, now: aClock().now });
  expect(JSON.parse(inbox.at(path)[0]?.body ?? '')).toMatchObject({
    type: 'job.recovered',
    data: { title: 'Nightly billing is working again', streak: { failures: 12 } },
  });
});

test('the notification of a deleted job counts as failed', async () => {
  const { notificationId, job, path } = await aPendingNotification();
  await db().job.update({ where: { id: job.id }, data: { deletedAt: new Date() } });
  expect(await deliverNotification({ notificationId, now: aClock().now })).toEqual({ kind: 'failed' });
  expect(await deliverNotification({ notificationId: 2_000_000_000, now: aClock().now })).toEqual({
    kind: 'failed',
  });
  expect(inbox.at(path)).toEqual([]);
});
