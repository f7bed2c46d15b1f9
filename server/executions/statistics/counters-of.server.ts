import { createPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

const sumStatement: Statement = {
  name: 'ledger-owner-counters',
  text: `
    select coalesce(sum(t."success"), 0)::int8 as "successful", coalesce(sum(t."failed"), 0)::int8 as "failed"
    from "OwnerTotal" t where t."ownerId" = $1`,
};

/**
 * Executions of all jobs that an owner ever had that succeeded and failed (D33); a deleted job keeps counting (D32a).
 * Superseded and unknown ones count as failed; what did not run counts nowhere. Read from sums that the database keeps: a row for each
 * connection that has counted.
 */
export async function countersOf({
  ownerId,
}: {
  ownerId: number;
}): Promise<{ successful: number; failed: number }> {
  const [sums] = await query<{ successful: number; failed: number }>({
    client: createPool(),
    statement: sumStatement,
    values: [ownerId],
  });
  return { successful: sums?.successful ?? 0, failed: sums?.failed ?? 0 };
}
