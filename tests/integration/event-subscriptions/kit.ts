import { randomUUID } from 'node:crypto';
import { type EventType, eventTypes } from '#domain/event-type.ts';
import type { Outcome } from '#domain/outcome.ts';
import { db } from '#server/database/db.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { claimDeliveries } from '#server/event-subscriptions/claim-deliveries.server.ts';
import { deliverEvent } from '#server/event-subscriptions/deliver-events.server.ts';
import { createSubscription } from '#server/event-subscriptions/save-subscription.server.ts';
import { lockJobs } from '#server/executions/ledger/lock-jobs.server.ts';
import { recordCompletions } from '#server/executions/recording/record-completions.server.ts';
import type { User } from '#server/generated/client.ts';
import type { Owner } from '#server/jobs/types.ts';
import { aUser } from '#tests/integration/makers.ts';
import { anEnd } from '#tests/integration/notifications/kit.ts';
import { inbox } from '#tests/integration/notifications/set-up.ts';

/** Those of a failing run would come beside its own event. */
const withoutIncidents = eventTypes.filter((type) => !type.startsWith('incident.'));

/** An account on Ultimate with a subscription to a path of the inbox. */
export async function aSubscription({
  kind = 'ok',
  types = withoutIncidents,
  user,
}: { kind?: string; types?: readonly EventType[]; user?: User } = {}) {
  const owner = user ?? (await aUser({ tier: 'ultimate' }));
  const path = `/${kind}?${randomUUID()}`;
  const made = await createSubscription({ owner: toOwner(owner), url: inbox.url(path), types });
  return { ...made, user: owner, owner: toOwner(owner), path };
}

/** Claims and makes the due deliveries, and returns how many. */
export async function deliverDueEvents(): Promise<number> {
  const claimed = await claimDeliveries({ limit: 100, replayLimit: 100 });
  await Promise.all(claimed.map((delivery) => deliverEvent({ delivery })));
  return claimed.length;
}

export const toOwner = ({ id, tier }: User): Owner => ({ id, tier });

let minute = 0;

/** Ends an execution of a job as the ledger does: with statistics, streak and events. */
export async function end({
  jobId,
  outcome = 'failed',
}: {
  jobId: number;
  outcome?: Outcome;
}): Promise<number> {
  // Each execution of a job has its own minute.
  minute += 1;
  const at = Date.now() - 86_400_000 + minute * 60_000;
  const row = await anEnd({ jobId, outcome, at });
  const executionId = Number(row.id);
  await inTransaction(async (client) => {
    const states = await lockJobs({ client, jobIds: [jobId] });
    const { statusCode, errorCode } = row;
    const times = { at, startedAt: at + 20, endedAt: at + 412, durationMs: 392, latenessMs: 20 };
    const completed = { executionId, jobId, trigger: 'schedule' as const, outcome, reason: null };
    await recordCompletions({
      client,
      states,
      completed: [{ ...completed, ...times, statusCode, errorCode }],
    });
  });
  return executionId;
}

interface Body {
  type: string;
  timestamp: string;
  data: {
    job: { id: number; name: string };
    execution?: { id: number; outcome: string };
    changed?: string[];
  };
}

/** Bodies that a path of the inbox has received, oldest first. */
export const received = (path: string) => inbox.at(path).map(({ body }) => JSON.parse(body) as Body);

export const typesAt = (path: string) => received(path).map(({ type }) => type);

/** The pending waits are over. */
export const passWaits = (subscriptionId: number) =>
  db().eventStream.updateMany({
    where: { subscriptionId, isHeld: false },
    data: { nextAt: new Date(Date.now() - 1_000) },
  });

export const deliveriesOf = (subscriptionId: number) =>
  db().eventDelivery.findMany({
    where: { subscriptionId },
    orderBy: { id: 'asc' },
    include: { event: true },
  });

export const streamsOf = (subscriptionId: number) => db().eventStream.findMany({ where: { subscriptionId } });
