import { getPool } from '#server/database/db.server.ts';
import { type Client, inTransaction, query, type Statement } from '#server/database/transaction.server.ts';
import { type IncidentJob, lockIncidentJob } from './lock-incident-job.server.ts';

/** An incident that something of is due, in a transaction that holds its job locked. */
export interface DueIncident {
  client: Client;
  id: number;
  jobId: number;
  /** UTC milliseconds */
  now: number;
  /** Undefined for a deleted job. */
  state: IncidentJob | undefined;
}

/**
 * Ends what is due of incidents, each in a transaction of its own.
 * @param due a statement of the time (UTC milliseconds) and the limit, which finds `id` and `jobId`
 * @returns number of incidents found
 */
export async function endDue({
  due,
  limit,
  now,
  end,
}: {
  due: Statement;
  limit: number;
  now: number;
  end: (incident: DueIncident) => Promise<void>;
}): Promise<number> {
  const found = await query<{ id: number; jobId: number }>({
    ...{ client: getPool(), statement: due, values: [now, limit] },
  });
  for (const { id, jobId } of found)
    await inTransaction(async (client) =>
      end({ client, id, jobId, now, state: await lockIncidentJob({ client, jobId }) }),
    );
  return found.length;
}
