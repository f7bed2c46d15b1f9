import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptKeys, plans } from '#domain/plan.ts';
import { startCheckout } from '#server/billing/checkout/start-checkout.server.ts';
import { createChannel } from '#server/channels/create-channel.server.ts';
import { db } from '#server/database/db.server.ts';
import { createSubscription } from '#server/event-subscriptions/save-subscription.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { aClient, type ApiClient } from '#tests/integration/api/api.ts';
import { aJob, aSavedJob } from '#tests/integration/makers.ts';
import { aFact, aNotifyingJob, enqueue } from '#tests/integration/notifications/kit.ts';
import { origin, startWeb, type TestWeb } from '#tests/integration/web/web.ts';
import { pay, withPayments } from './payments.ts';

const payments = withPayments();
let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

interface Call {
  path: string;
  body?: unknown;
}

const target = 'https://shop.example.com/ping';

async function executionOf({ user: owner }: ApiClient, given: { isWaiting: boolean }) {
  const { id: jobId } = await aSavedJob({ owner });
  const dueAt = new Date();
  const row = await db().execution.create({
    data: {
      ...{ jobId, trigger: 'schedule', scheduledFor: dueAt, dueAt, jobVersion: 1, startedAt: dueAt },
      ...(given.isWaiting
        ? { retryAt: new Date(Date.now() + 600_000), attemptCount: 1, workflowId: 'none' }
        : { outcome: 'success', endedAt: dueAt }),
    },
  });
  return `/jobs/${jobId}/executions/${row.id}`;
}

/** A call for each POST that takes a key, by its path in the API document. */
const calls: Record<string, (client: ApiClient) => Promise<Call>> = {
  '/jobs': () =>
    Promise.resolve({ path: '/jobs', body: { name: 'Once', webhook_url: target, cron: '0 * * * *' } }),
  '/jobs/test': () => Promise.resolve({ path: '/jobs/test', body: { webhook_url: target } }),
  '/jobs/{id}/trigger': async ({ user: owner }) => ({
    path: `/jobs/${(await aSavedJob({ owner })).id}/trigger`,
  }),
  '/jobs/{id}/executions/{eid}/replay': async (client) => ({
    path: `${await executionOf(client, { isWaiting: false })}/replay`,
  }),
  '/jobs/{id}/executions/{eid}/stop': async (client) => ({
    path: `${await executionOf(client, { isWaiting: true })}/stop`,
  }),
  '/jobs/bulk/status': async ({ user: owner }) => ({
    path: '/jobs/bulk/status',
    body: { job_ids: [(await aSavedJob({ owner })).id], status: 'paused' },
  }),
  '/jobs/bulk/delete': async ({ user: owner }) => ({
    path: '/jobs/bulk/delete',
    body: { job_ids: [(await aSavedJob({ owner })).id] },
  }),
  '/channels': () =>
    Promise.resolve({ path: '/channels', body: { name: '#ops', kind: 'webhook', url: target } }),
  '/channels/{id}/test': async ({ user }) => {
    const draft = { name: '#ops', kind: 'webhook' as const, settings: { url: target } };
    return { path: `/channels/${(await createChannel({ owner: user, draft })).id}/test` };
  },
  '/event-subscriptions': async ({ user }) => {
    await db().user.update({ where: { id: user.id }, data: { tier: 'ultimate' } });
    return { path: '/event-subscriptions', body: { url: target, types: ['job.created'] } };
  },
  '/event-subscriptions/{id}/rotate-secret': async (client) => ({
    path: `/event-subscriptions/${(await aSubscriptionOf(client)).id}/rotate-secret`,
  }),
  '/event-subscriptions/{id}/test': async (client) => ({
    path: `/event-subscriptions/${(await aSubscriptionOf(client)).id}/test`,
  }),
  '/event-subscriptions/{id}/replay': async (client) => ({
    path: `/event-subscriptions/${(await aSubscriptionOf(client)).id}/replay`,
    body: { from: new Date(Date.now() - 60_000).toISOString() },
  }),
  '/event-subscriptions/{id}/deliveries/{did}/resend': async (client) => {
    const { id, did } = await aDeliveryOf(client);
    return { path: `/event-subscriptions/${id}/deliveries/${did}/resend` };
  },
  '/incidents/{id}/acknowledge': async (client) => ({
    path: `/incidents/${(await anIncidentOf(client)).id}/acknowledge`,
  }),
  '/incidents/{id}/snooze': async (client) => ({
    path: `/incidents/${(await anIncidentOf(client)).id}/snooze`,
    body: { until: new Date(Date.now() + 3_600_000).toISOString() },
  }),
  '/previews/cron': () =>
    Promise.resolve({ path: '/previews/cron', body: { cron: '*/1 * * * *', count: 3 } }),
  '/subscriptions/checkout': () =>
    Promise.resolve({
      path: '/subscriptions/checkout',
      body: {
        tier: 'premium',
        success_url: `${origin}/dashboard/settings?success=true`,
        cancel_url: `${origin}/dashboard/settings?canceled=true`,
      },
    }),
  '/subscriptions/cancel': async ({ user }) => {
    await pay(await startCheckout({ userId: user.id, tier: 'premium' }));
    await payments.takeAll();
    return { path: '/subscriptions/cancel' };
  },
};
/** A subscription of an account that was moved to the plan that has them. */
async function aSubscriptionOf({ user }: ApiClient) {
  await db().user.update({ where: { id: user.id }, data: { tier: 'ultimate' } });
  const owner = { id: user.id, tier: 'ultimate' as const };
  return createSubscription({ owner, url: 'https://events.example.com/in', types: ['job.created'] });
}

async function aDeliveryOf(client: ApiClient) {
  const { id } = await aSubscriptionOf(client);
  await createJob({ owner: { id: client.user.id, tier: 'ultimate' }, input: aJob() });
  const delivery = await db().eventDelivery.findFirstOrThrow({ where: { subscriptionId: id } });
  await db().eventDelivery.update({
    where: { id: delivery.id },
    data: { state: 'sent', endedAt: new Date() },
  });
  return { id, did: Number(delivery.id) };
}

async function anIncidentOf({ user }: ApiClient) {
  const { id: jobId } = await aNotifyingJob({ owner: user });
  await enqueue(await aFact({ jobId }));
  return db().incident.findFirstOrThrow({ where: { jobId } });
}

// Needs a waiting workflow: the same builder as for stop makes the call.
const withoutCall = ['/jobs/{id}/executions/{eid}/retry'];

test('every POST that accepts an Idempotency-Key is in the table below', async () => {
  const document = (await (await web.ask('/api/v1/openapi.json')).json()) as {
    paths: Record<string, { post?: { parameters?: { $ref?: string }[] } }>;
  };
  const keyed = Object.entries(document.paths).flatMap(([path, { post }]) =>
    post?.parameters?.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')) ? [path] : [],
  );
  expect([...Object.keys(calls), ...withoutCall].sort()).toEqual(keyed.sort());
});

test.each(Object.entries(calls))(
  'POST %s: a repeated request gets the first response, rebuilt from a row of at most 1 KiB',
  async (path, makeCall) => {
    const client = await aClient({ web, kind: 'token', user: { tier: 'free' } });
    const { path: asked, body } = await makeCall(client);
    const key = 'k'.repeat(255);
    const ask = () =>
      client.ask(`POST ${asked}`, {
        headers: { 'idempotency-key': key },
        ...(body !== undefined && { body }),
      });
    const first = await ask();
    expect([200, 201, 202], first.text).toContain(first.status);
    const again = await ask();
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    for (const name of ['etag', 'location']) expect(again.headers.get(name)).toBe(first.headers.get(name));
    expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);

    const rows = await db().$queryRaw<{ bytes: number; text: string }[]>`
      select pg_column_size(k.*) as "bytes", k::text as "text" from "IdempotencyKey" k
      where "userId" = ${client.user.id}`;
    expect(rows, path).toHaveLength(1);
    expect(rows[0]?.bytes).toBeLessThanOrEqual(1_024);
    expect(rows[0]?.text).not.toMatch(/shop\.example\.com|https?:|whsec_/);
  },
);

test('a repeated request returns the created resource as it is now, or says that it is gone', async () => {
  const client = await aClient({ web });
  const create = () =>
    client.ask<{ id: number; name: string }>('POST /jobs', {
      headers: { 'idempotency-key': 'order-9' },
      body: { name: 'Before', webhook_url: target, cron: '0 * * * *' },
    });
  const { id } = (await create()).body.data;
  await client.ask(`PATCH /jobs/${id}`, { body: { name: 'After' } });
  const again = await create();
  expect([again.status, again.body.data.name]).toEqual([201, 'After']);
  await client.ask(`DELETE /jobs/${id}`);
  const gone = await create();
  expect([gone.status, gone.body.error?.type, gone.body.error?.message]).toEqual([
    409,
    'conflict',
    'This request saved the job, but it has been deleted since.',
  ]);
  expect(await db().job.count({ where: { ownerId: client.user.id } })).toBe(1);
});

test('a repeated request says that its channel has been deleted', async () => {
  const { ask } = await aClient({ web });
  const create = () =>
    ask<{ id: number }>('POST /channels', {
      headers: { 'idempotency-key': 'channel-9' },
      body: { name: '#ops', kind: 'webhook', url: target },
    });
  const { id } = (await create()).body.data;
  await ask(`DELETE /channels/${id}`);
  const gone = await create();
  expect([gone.status, gone.body.error?.message]).toEqual([
    409,
    'The first request with this key took effect, but its result has since been deleted.',
  ]);
});

test('a repeated creation of an event subscription returns its current secret, and only that is logged as shown', async () => {
  const { user, ask } = await aClient({ web, user: { tier: 'ultimate' } });
  const create = () =>
    ask<{ id: number; secret: string }>('POST /event-subscriptions', {
      headers: { 'idempotency-key': 'events-9' },
      body: { url: target, types: ['job.created'] },
    });
  const shown = () => db().securityEvent.count({ where: { actorId: user.id, code: 'key_viewed' } });
  const first = await create();
  const { id, secret } = first.body.data;
  const rotated = await ask<{ secret: string }>(`POST /event-subscriptions/${id}/rotate-secret`);
  expect(rotated.body.data.secret).not.toBe(secret);
  expect(await shown()).toBe(0);
  const again = await create();
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
  expect(again.body.data.secret).toBe(rotated.body.data.secret);
  expect(await shown()).toBe(1);
});

test('an account keeps as many keys as its plan allows: the oldest are dropped first', async () => {
  const { user, ask } = await aClient({ web, kind: 'token', user: { tier: 'free' } });
  const most = keptKeys('free');
  expect(most).toBe(plans.free.idempotencyKeys);
  await db().$executeRaw`
    insert into "IdempotencyKey" ("userId", "key", "requestHash", "number", "status", "effect", "expiresAt")
    select ${user.id}, 'old-' || n, 'h', n, 200, '{}', now() + interval '1 hour' from generate_series(1, ${most}) n`;
  for (const key of ['new-1', 'new-2'])
    await ask('POST /previews/cron', { headers: { 'idempotency-key': key }, body: { cron: '0 * * * *' } });
  const kept = await db().idempotencyKey.findMany({ where: { userId: user.id }, select: { key: true } });
  expect(kept).toHaveLength(most);
  const keys = new Set(kept.map(({ key }) => key));
  expect(['old-1', 'old-2', 'old-3', 'new-1', 'new-2'].map((key) => keys.has(key))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});
