import type { EventType } from '#domain/event-type.ts';
import { columns, type Column, int, text, timestamptz } from '#server/database/columns.ts';
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

// In the order of the function's parameters. JSON as it is written, so that names keep their order.
const json = (read: (event: NewEvent) => string): Column<NewEvent> => ({ ...text(read), type: 'json' });

const given = columns<NewEvent>({
  ownerId: int(({ ownerId }) => ownerId),
  type: text(({ type }) => type),
  jobId: int(({ jobId }) => jobId),
  at: timestamptz(({ at }) => new Date(at)),
  data: json(({ data }) => JSON.stringify(data)),
});

// The trigger that closes the incident of a paused or deleted job calls the same function.
const enqueueStatement: Statement = {
  name: 'events-enqueue',
  text: `select enqueue_events($1::int[], $2::text[], $3::int[], $4::timestamptz[], $5::json[])`,
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
