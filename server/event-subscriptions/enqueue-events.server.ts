import type { EventType } from '#domain/event-type.ts';
import { columns, type Column, int, int8, text } from '#server/database/columns.ts';
import type { Tx } from '#server/database/db.server.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';

/** Something that happened in an account. */
export interface NewEvent {
  ownerId: number;
  type: EventType;
  /** Events of one job arrive in order; 0 for an event of no job. */
  jobId: number;
  /** UTC milliseconds */
  at: number;
  /** Data of the message in the names of the API, without secrets and bodies. */
  data: Record<string, unknown>;
}

/** A transaction of the hot paths, or of Prisma. */
export type EventTx = { client: Pick<Client, 'query'> } | { tx: Tx };

// JSON as it is written, so that names keep their order.
const json = (read: (event: NewEvent) => string): Column<NewEvent> => ({ ...text(read), type: 'json' });

const given = columns<NewEvent>({
  ownerId: int(({ ownerId }) => ownerId),
  type: text(({ type }) => type),
  jobId: int(({ jobId }) => jobId),
  at: int8(({ at }) => Math.round(at)),
  data: json(({ data }) => JSON.stringify(data)),
});

// The update of a stream changes nothing, but waits for the worker that may be about to remove it.
const enqueueStatement: Statement = {
  name: 'events-enqueue',
  text: `
    with given as (
      select * from ${given.unnest} with ordinality as t(${given.names}, "position")
    ), made as (
      insert into "Event" ("ownerId", "type", "jobId", "at", "data")
      select g."ownerId", g."type", g."jobId", to_timestamp(g."at" / 1000.0), g."data"
      from given g join "User" u on u."id" = g."ownerId" and u."tier" = 'ultimate' and u."deletedAt" is null
      where exists (
        select from "EventSubscription" s
        where s."ownerId" = g."ownerId" and s."deletedAt" is null and g."type" = any(s."types"))
      order by g."position"
      returning "id", "ownerId", "type", "jobId"
    ), pending as (
      insert into "EventDelivery" ("subscriptionId", "eventId", "jobId", "lane")
      select s."id", m."id", m."jobId", 0
      from made m join "EventSubscription" s on s."ownerId" = m."ownerId"
      where s."deletedAt" is null and s."disabledAt" is null and m."type" = any(s."types")
      order by m."id"
      returning "subscriptionId", "jobId"
    ), streams as (
      insert into "EventStream" ("subscriptionId", "lane", "jobId")
      select distinct "subscriptionId", 0, "jobId" from pending order by 1, 3
      on conflict ("subscriptionId", "lane", "jobId") do update set "nextAt" = "EventStream"."nextAt"
      returning 1
    )
    select pg_notify('event_enqueued', '') from (select from streams limit 1) one`,
};

/**
 * Enqueues events to the subscriptions of their accounts, in the transaction of what happened: a rollback enqueues
 * nothing. Events that no subscription chose are not stored. Nothing is sent here.
 * @param events in their order; those of one job are under a lock of that job
 */
export async function enqueueEvents({ events, ...within }: EventTx & { events: NewEvent[] }): Promise<void> {
  if (events.length === 0) return;
  const values = given.values(events);
  if ('client' in within) await query({ client: within.client, statement: enqueueStatement, values });
  else await within.tx.$executeRawUnsafe(enqueueStatement.text, ...values);
}
