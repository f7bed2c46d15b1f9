// The receivers name themselves before the engine reads the environment.
import { receivers } from './kit/held-receivers.ts';
import { once } from 'node:events';
import { afterAll, describe, expect, test } from 'vitest';
import { usualEvents } from '#domain/notifications/rules.ts';
import { createChannel } from '#server/channels/create-channel.server.ts';
import { db, getPool } from '#server/database/db.server.ts';
import { createSubscription } from '#server/event-subscriptions/save-subscription.server.ts';
import type { User } from '#server/generated/client.ts';
import { runJob } from '#server/jobs/run-job.server.ts';
import { createProxy } from '#tests/faults/proxies.ts';
import { aUser } from '../makers.ts';
import { aLiveJob, eventually, hasTemporal } from './kit/engine.ts';
import { engineServer } from './kit/server-address.ts';
import { aWorkerProcess, killWorkers } from './kit/worker-processes.ts';

const { plainOrigin, secureOrigin } = receivers;

afterAll(killWorkers);

/** Steps at which a worker dies: after the claim, before it records a response, before it reports a recorded one. */
const steps = ['claimed', 'sent', 'recorded'] as const;
const originOf = (step: (typeof steps)[number]) => (step === 'claimed' ? secureOrigin : plainOrigin);
const pagerDutyPath = '/v2/enqueue';

/** A channel and an event subscription for each step, and PagerDuty before it is recorded. */
async function aListeningOwner() {
  const owner = await aUser({ tier: 'ultimate' });
  for (const step of steps) {
    const settings = { url: `${originOf(step)}/webhook/${step}` };
    await createChannel({ owner, draft: { name: step, kind: 'webhook', settings } });
    await createSubscription({ owner, url: `${originOf(step)}/events/${step}`, types: ['execution.failed'] });
  }
  const settings = { routingKey: 'a'.repeat(32), region: 'us' };
  await createChannel({ owner, draft: { name: 'pager', kind: 'pagerduty', settings } });
  return owner;
}

const notifyRules = [...steps, 'pager'].map((channel) => ({ channel, events: [...usualEvents], after: 1 }));

/** Keeps the results of these deliveries from being recorded, in a transaction that is rolled back by `release`. */
async function blockResults({ owner }: { owner: User }) {
  const client = await getPool().connect();
  await client.query('begin');
  await client.query(
    `select from "Notification" n join "Channel" c on c."id" = n."channelId"
     where c."userId" = $1 and c."name" in ('sent', 'pager') for update of n`,
    [owner.id],
  );
  await client.query(
    `select from "EventStream" s join "EventSubscription" e on e."id" = s."subscriptionId"
     where e."id" = (select "id" from "EventSubscription" where "ownerId" = $1 order by "id" offset 1 limit 1)
     for update of s`,
    [owner.id],
  );
  return {
    release: async () => {
      await client.query('rollback');
      client.release();
    },
  };
}

/** Statements that wait for the lock of another transaction. */
async function waitingForLocks(): Promise<number> {
  const [row] = await db().$queryRaw<{ count: bigint }[]>`
    select count(*) from pg_stat_activity where "datname" = current_database() and "wait_event_type" = 'Lock'`;
  return Number(row?.count);
}

async function notificationStates(ownerId: number): Promise<Record<string, string>> {
  const rows = await db().notification.findMany({ where: { job: { ownerId } }, include: { target: true } });
  return Object.fromEntries(rows.map(({ target, state }) => [target?.name ?? '', state]));
}

const eventStates = async (ownerId: number) => {
  const rows = await db().eventDelivery.findMany({
    where: { subscription: { ownerId } },
    orderBy: { subscriptionId: 'asc' },
  });
  return rows.map(({ state }) => state);
};

describe.skipIf(!hasTemporal)('kill -9 of the worker between the steps of its deliveries', () => {
  test('loses nothing, and repeats only what was sent and not recorded, with the same ids', async () => {
    const owner = await aListeningOwner();
    const job = await aLiveJob({
      ...{ ownedBy: owner, path: '/fail', cronExpression: null, retryCount: 0, notifyRules },
    });
    const [, temporalPort] = engineServer.address.split(':');
    const proxy = await createProxy({ portOf: () => Number(temporalPort) });
    const secure = { NODE_EXTRA_CA_CERTS: receivers.certificate };
    const first = await aWorkerProcess({ env: { ...secure, TEMPORAL_ADDRESS: `127.0.0.1:${proxy.port}` } });
    await runJob({ owner, jobId: job.jobId, trigger: 'manual' });
    await eventually(() => expect([receivers.silent(), receivers.held()]).toEqual([2, 5]));
    const results = await blockResults({ owner });
    // What is recorded from here on, Temporal does not hear.
    proxy.cut();
    receivers.respond();
    await eventually(async () => {
      expect((await notificationStates(owner.id)).recorded).toBe('sent');
      expect((await eventStates(owner.id))[2]).toBe('sent');
      expect(await waitingForLocks()).toBe(3);
    });
    first.kill('SIGKILL');
    await once(first, 'exit');
    await results.release();
    proxy.close();
    expect(await notificationStates(owner.id)).toEqual({
      ...{ claimed: 'pending', sent: 'pending', pager: 'pending', recorded: 'sent' },
    });
    expect(await eventStates(owner.id)).toEqual(['pending', 'pending', 'sent']);

    receivers.open();
    await aWorkerProcess({ env: secure });
    await eventually(async () => {
      const ofEvents = await eventStates(owner.id);
      const states = [...Object.values(await notificationStates(owner.id)), ...ofEvents];
      expect(states).toEqual(Array(7).fill('sent'));
    }, 150_000);
    for (const kind of ['webhook', 'events']) {
      const ids = steps.map((step) =>
        receivers.at(`/${kind}/${step}`).map(({ headers }) => headers['webhook-id']),
      );
      expect(ids.map((those) => those.length)).toEqual([1, 2, 1]);
      expect(ids.map((those) => new Set(those).size)).toEqual([1, 1, 1]);
      const bodies = receivers.at(`/${kind}/sent`).map(({ body }) => body);
      expect(bodies[0]).toBe(bodies[1]);
      for (const { headers } of receivers.at(`/${kind}/sent`))
        expect(headers['idempotency-key']).toBe(headers['webhook-id']);
    }
    const pages = receivers.at(pagerDutyPath).map(({ body }) => JSON.parse(body) as { dedup_key: string });
    expect(pages).toHaveLength(2);
    expect(pages[0]?.dedup_key).toBe(pages[1]?.dedup_key);
    expect(await receivers.problems()).toEqual([]);
  }, 240_000);
});
