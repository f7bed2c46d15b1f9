import { expect, test } from 'vitest';
import { writeAccount } from '#app/presenters/settings/account-export.server.ts';
import { eventTypes } from '#domain/event-type.ts';
import { enqueueWelcomeMail } from '#server/account-mail/enqueue-welcome-mail.server.ts';
import { saveDefaultChannel } from '#server/accounts/default-channel.server.ts';
import { exportAccount } from '#server/accounts/export-account.server.ts';
import { createApiKey } from '#server/api-keys/create-api-key.server.ts';
import { createChannel } from '#server/channels/create-channel.server.ts';
import { db } from '#server/database/db.server.ts';
import { createSubscription } from '#server/event-subscriptions/save-subscription.server.ts';
import { setSecret } from '#server/secrets/set-secret.server.ts';
import { makeSigningSecret } from '#server/signing/make-signing-secret.server.ts';
import { saveView } from '#server/views/save-view.server.ts';
import { aNotificationTo } from '../channels/kit.ts';
import { aFailedExecution, aSavedJob } from '../makers.ts';
import { aChannel } from '../notifications/kit.ts';
import { aSignedIn, request } from './account.ts';

process.env['RATE_LIMIT_SCALE'] = '1';

interface Document {
  account: Record<string, unknown>;
  secrets: { name: string }[];
  saved_views: { name: string; query: string }[];
  sessions: Record<string, unknown>[];
  mails: Record<string, unknown>[];
  security_log: Record<string, unknown>[];
  default_notification: Record<string, unknown> | null;
  channels: Record<string, unknown>[];
  jobs_kept_when_plan_ends: number[];
  jobs: {
    name: string;
    headers: Record<string, string>;
    executions: Record<string, unknown>[];
    incidents: Record<string, unknown>[];
    notifications: Record<string, unknown>[];
  }[];
  event_subscriptions: { host: string; deliveries: Record<string, unknown>[] }[];
}

async function textOf({ user }: Pick<Awaited<ReturnType<typeof aSignedIn>>, 'user'>): Promise<string> {
  const exported = await exportAccount({ user, request });
  let text = '';
  for await (const piece of writeAccount({ ...exported, at: new Date() })) text += piece;
  return text;
}

test('an export contains the account, its jobs with their executions, sessions and log, and nothing of others', async () => {
  const signedIn = await aSignedIn({ firstName: 'Ada "quoted" ü\u2028' });
  const owner = await db().user.findUniqueOrThrow({ where: { id: signedIn.userId } });
  const first = await aSavedJob({ owner, name: 'First' });
  await aSavedJob({ owner, name: 'Second' });
  await aSavedJob({ name: 'Of somebody else' });
  await enqueueWelcomeMail({ tx: db(), userId: owner.id });
  await db().subscription.create({
    data: { userId: owner.id, status: 'active', keptJobIds: [first.id] },
  });
  for (const body of ['one', 'two', 'three']) await aFailedExecution({ jobId: first.id, body });

  const at = new Date();
  await db().incident.create({
    data: {
      ...{ jobId: first.id, ownerId: owner.id, executionId: 1, openedAt: at, startedAt: at },
      ...{ causeText: 'Failed: the response was 503.', failures: 3 },
    },
  });

  const document = JSON.parse(await textOf(signedIn)) as Document;
  expect(document.account).toMatchObject({ email: owner.email, first_name: 'Ada "quoted" ü\u2028' });
  expect(document.jobs.map(({ name }) => name)).toEqual(['First', 'Second']);
  expect(document.jobs_kept_when_plan_ends).toEqual([first.id]);
  expect(document.jobs[0]?.executions).toHaveLength(3);
  expect(document.jobs[0]?.executions.at(-1)).toMatchObject({
    status: 'failed',
    verdict: 'Failed: the response was 503.',
    attempts: [{ number: 1, status_code: 503, response: { body: 'one', bytes: 3 } }],
  });
  expect(document.jobs[0]?.incidents).toMatchObject([
    { status: 'open', failures: 3, cause: 'Failed: the response was 503.' },
  ]);
  expect(document.jobs[1]?.executions).toEqual([]);
  expect(document.sessions).toMatchObject([{ ip_address: '192.0.2.7' }]);
  expect(document.mails).toMatchObject([{ kind: 'welcome', state: 'pending', ended_at: null }]);
  expect(document.account).toMatchObject({ mail_choices: { jobs_paused: true, weekly_summary: false } });
  // The export itself.
  expect(document.security_log.map(({ code }) => code)).toEqual(['export']);
});

test('S13: keys and secrets are listed by name, without their values', async () => {
  const signedIn = await aSignedIn();
  const { userId, user, token } = signedIn;
  const owner = { id: userId, tier: user.tier };
  const row = await db().user.findUniqueOrThrow({ where: { id: userId } });
  const { plain } = await createApiKey({ tx: db(), userId, name: 'Default', scope: 'write' });
  await setSecret({ owner, name: 'BILLING', value: 'canary-of-a-secret' });
  const signing = await makeSigningSecret({ owner });
  await saveView({ userId, name: 'Paused', query: 'filter=paused' });
  await saveDefaultChannel({ owner, channel: { type: 'webhook', config: 'https://notes.example.com/mine' } });
  const job = await aSavedJob({
    owner: row,
    headers: { authorization: 'Bearer canary-of-a-header', 'x-api-key': '{{secret.BILLING}}' },
  });
  await aFailedExecution({ jobId: job.id, body: 'an answer' });

  const text = await textOf(signedIn);
  for (const reported of [plain, 'canary', signing, token]) expect(text).not.toContain(reported);
  const document = JSON.parse(text) as Document;
  expect(document.secrets).toMatchObject([{ name: 'BILLING' }]);
  expect(document.saved_views).toMatchObject([{ name: 'Paused', query: 'filter=paused' }]);
  expect(document.jobs[0]?.headers['x-api-key']).toBe('{{secret.BILLING}}');
  expect(document.default_notification).toMatchObject({ notification_type: 'webhook' });
});

test("a channel is exported with its own body, without its URL's secrets", async () => {
  const signedIn = await aSignedIn({ tier: 'ultimate' });
  const owner = { id: signedIn.userId, tier: 'ultimate' as const };
  const template = { format: 'json' as const, body: '{"text": "{{event.text}}"}' };
  const settings = { url: 'https://notes.example.com/hook?token=canary' };
  await createChannel({ owner, draft: { name: 'Desk', kind: 'webhook', settings, template } });
  const text = await textOf(signedIn);
  expect((JSON.parse(text) as Document).channels).toMatchObject([
    { name: 'Desk', kind: 'webhook', template },
  ]);
  expect(text).not.toContain('canary');
});

test('an event subscription is exported with all its deliveries, without its URL and secret', async () => {
  const signedIn = await aSignedIn({ tier: 'ultimate' });
  const owner = { id: signedIn.userId, tier: 'ultimate' as const };
  const given = { owner, types: eventTypes };
  const { id, secret } = await createSubscription({
    ...given,
    url: 'https://events.example.com/in?k=canary',
  });
  await createSubscription({ ...given, url: 'https://other.example.com/' });
  // More than one page of the log.
  await db().$executeRaw`
    with made as (
      insert into "Event" ("ownerId", "type", "jobId", "data")
      select ${owner.id}, 'job.created', 0, '{}' from generate_series(1, 1001) returning "id"
    )
    insert into "EventDelivery" ("subscriptionId", "eventId", "jobId", "lane", "state", "response")
    select ${id}, "id", 0, 0, 'failed', 'Not today' from made`;
  const text = await textOf(signedIn);
  for (const hidden of ['canary', secret]) expect(text).not.toContain(hidden);
  const { event_subscriptions: exported } = JSON.parse(text) as Document;
  expect(exported.map(({ host, deliveries }) => [host, deliveries.length])).toEqual([
    ['events.example.com', 1_001],
    ['other.example.com', 0],
  ]);
  expect(new Set(exported[0]?.deliveries.map((one) => one['event_id'])).size).toBe(1_001);
  expect(exported[0]?.deliveries[0]).toMatchObject({
    type: 'job.created',
    state: 'failed',
    response: 'Not today',
  });
});

test('a notification is exported with its channel and the response, and all incidents in order', async () => {
  const signedIn = await aSignedIn();
  const owner = await db().user.findUniqueOrThrow({ where: { id: signedIn.userId } });
  const job = await aSavedJob({ owner });
  const channel = await aChannel({ owner, name: '#ops' });
  const { id: executionId } = await aFailedExecution({ jobId: job.id, body: 'x' });
  const notificationId = await aNotificationTo({ channel, owner, job, executionId });
  await db().notification.update({
    where: { id: notificationId },
    data: {
      state: 'failed',
      endedAt: new Date(),
      errorCode: 'status_rejected',
      statusCode: 404,
      response: 'no_service',
    },
  });
  // More than one page of incidents.
  await db().$executeRaw`
    insert into "Incident" ("jobId", "ownerId", "executionId", "openedAt", "startedAt", "closedAt", "closeReason", "failures")
    select ${job.id}, ${owner.id}, 1000000 + n, now() + n / 2 * interval '1 minute', now(), now(), 'recovered', n
    from generate_series(1, 1001) n`;
  const [exported] = (JSON.parse(await textOf(signedIn)) as Document).jobs;
  expect(exported?.executions).toMatchObject([
    {
      notifications: [{ rule: 'failure', channel: 'slack', channel_id: channel.id, destination: '#ops' }],
    },
  ]);
  expect((exported?.executions[0]?.['notifications'] as unknown[])[0]).toMatchObject({
    ...{ state: 'failed', error: 'status_rejected', status_code: 404, response: 'no_service' },
  });
  expect(exported?.incidents.map(({ failures }) => failures)).toEqual(
    Array.from({ length: 1_001 }, (_, index) => index + 1),
  );
});

test('a JSON response is exported exactly as the target wrote it', async () => {
  const signedIn = await aSignedIn();
  const owner = await db().user.findUniqueOrThrow({ where: { id: signedIn.userId } });
  const job = await aSavedJob({ owner });
  const body = '{"order": 12345678901234567890, "total": 1.50}';
  await aFailedExecution({ jobId: job.id, body, contentType: 'application/json' });
  expect(await textOf(signedIn)).toContain(`"body":${body},`);
});

test('an empty account exports a complete document too', async () => {
  const document = JSON.parse(await textOf(await aSignedIn())) as Document;
  expect(document.jobs).toEqual([]);
  expect(document.default_notification).toBeNull();
});

test('the sixth export of an hour is refused before anything is read', async () => {
  const { user } = await aSignedIn();
  for (let time = 0; time < 5; time += 1) await exportAccount({ user, request });
  await expect(exportAccount({ user, request })).rejects.toMatchObject({ type: 'rate_limit' });
});
