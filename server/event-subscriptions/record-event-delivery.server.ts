import { eventWaitMs } from '#domain/event-retries.ts';
import { dayMs, hourMs, minuteMs } from '#domain/time/units.ts';
import type { DisabledReason } from '#domain/event-type.ts';
import { type Client, inTransaction, query, type Statement } from '#server/database/transaction.server.ts';
import { enqueueDisabledMail } from './enqueue-disabled-mail.server.ts';
import type { ClaimedDelivery } from './claim-deliveries.server.ts';
import type { EventAttempt } from './send-event.server.ts';
import { wakeStreamsStatement } from './wake-streams.ts';

const longestRequestedWaitMs = hourMs;
/** A receiver that fails this long, and this often, gets nothing more. */
export const failingMs = 5 * dayMs;
const leastFailures = 10;
/** After an outage of this length, all that waits goes at once instead of at its planned times. */
export const outageMs = 5 * minuteMs;
const goneStatus = 410;

const lockStatement: Statement = {
  name: 'events-lock-stream',
  text: `
    select "isHeld" from "EventStream"
    where "subscriptionId" = $1 and "lane" = $2 and "jobId" = $3 for update`,
};

// Only the attempt that was claimed: a result that comes after its hold, and after another attempt, changes nothing.
const resultStatement: Statement = {
  name: 'events-record',
  text: `
    update "EventDelivery" set "errorCode" = $3, "statusCode" = $4, "response" = $5,
      "state" = $6::"NotificationState", "endedAt" = case when $6 <> 'pending' then clock_timestamp() end
    where "id" = $1 and "attempts" = $2 and "state" = 'pending'`,
};

export const nextDeliveryStatement: Statement = {
  name: 'events-next',
  text: `
    update "EventStream" set "isHeld" = false, "nextAt" = clock_timestamp() + make_interval(secs => $4)
    where "subscriptionId" = $1 and "lane" = $2 and "jobId" = $3
      and exists (
        select from "EventDelivery" d
        where d."subscriptionId" = $1 and d."lane" = $2 and d."jobId" = $3 and d."state" = 'pending')`,
};

const endStatement: Statement = {
  name: 'events-end-stream',
  text: `delete from "EventStream" where "subscriptionId" = $1 and "lane" = $2 and "jobId" = $3`,
};

/**
 * Records the result of an attempt, and when the next delivery of its job is due. A failed attempt is repeated after
 * the waits of domain/event-retries, then given up; a 410, or days of failures, disable the subscription, with a mail
 * to its owner.
 * @param now UTC milliseconds, after the attempt
 */
export async function recordEventDelivery({
  delivery,
  sent,
  now,
}: {
  delivery: ClaimedDelivery;
  sent: EventAttempt;
  now: number;
}): Promise<void> {
  const { subscriptionId, lane, jobId, deliveryId, attempt } = delivery;
  const waitMs = sent.errorCode === null ? null : eventWaitMs(attempt);
  const state = sent.errorCode === null ? 'sent' : waitMs === null ? 'failed' : 'pending';
  await inTransaction(async (client) => {
    // Locked first: an event enqueued meanwhile waits here, or is found below.
    const stream = [subscriptionId, lane, jobId];
    await query({ client, statement: lockStatement, values: stream });
    const { rowCount } = await client.query({
      ...resultStatement,
      values: [deliveryId, attempt, sent.errorCode, sent.statusCode, sent.response, state],
    });
    if (rowCount === 0) return;
    const requestedMs = Math.min(sent.waitMs ?? 0, longestRequestedWaitMs);
    const nextMs = state === 'pending' ? Math.max(waitMs ?? 0, requestedMs) : 0;
    const left = await client.query({ ...nextDeliveryStatement, values: [...stream, nextMs / 1_000] });
    if (left.rowCount === 0) await query({ client, statement: endStatement, values: stream });
    if (state === 'sent') await recordSuccess({ client, delivery, now });
    else await recordFailure({ client, delivery, sent, now });
  });
}

const successStatement: Statement = {
  name: 'events-recovered',
  text: `update "EventSubscription" set "failingSince" = null, "failures" = 0 where "id" = $1 and "failingSince" is not null`,
};

async function recordSuccess({
  client,
  delivery: { subscriptionId, failingSince },
  now,
}: {
  client: Client;
  delivery: ClaimedDelivery;
  now: number;
}): Promise<void> {
  if (failingSince === null) return;
  await query({ client, statement: successStatement, values: [subscriptionId] });
  if (now - failingSince.getTime() >= outageMs)
    await query({ client, statement: wakeStreamsStatement, values: [subscriptionId] });
}

const failureStatement: Statement = {
  name: 'events-failing',
  text: `
    update "EventSubscription" set "failingSince" = coalesce("failingSince", to_timestamp($2::int8 / 1000.0)),
      "failures" = "failures" + 1
    where "id" = $1
    returning "failingSince", "failures"`,
};

const disableStatement: Statement = {
  name: 'events-disable',
  text: `
    update "EventSubscription" set "disabledAt" = clock_timestamp(), "disabledReason" = $2
    where "id" = $1 and "disabledAt" is null and "deletedAt" is null
    returning "id"`,
};

async function recordFailure({
  client,
  delivery: { subscriptionId, ownerId },
  sent: { statusCode },
  now,
}: {
  client: Client;
  delivery: ClaimedDelivery;
  sent: EventAttempt;
  now: number;
}): Promise<void> {
  const [failing] = await query<{ failingSince: Date; failures: number }>({
    client,
    statement: failureStatement,
    values: [subscriptionId, Math.round(now)],
  });
  if (!failing) return;
  const { failingSince, failures } = failing;
  const isLong = now - failingSince.getTime() >= failingMs && failures >= leastFailures;
  const reason: DisabledReason | null = statusCode === goneStatus ? 'gone' : isLong ? 'failing' : null;
  if (reason === null) return;
  const disabled = await query({ client, statement: disableStatement, values: [subscriptionId, reason] });
  if (disabled.length > 0) await enqueueDisabledMail({ client, ownerId, subscriptionId });
}
