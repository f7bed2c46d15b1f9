import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

const sumStatement: Statement = {
  name: 'ledger-owner-counters',
  text: `
    select coalesce(sum(t."success"), 0)::int8 as "successful", coalesce(sum(t."failed"), 0)::int8 as "failed"
    from "OwnerTotal" t where t."ownerId" = $1`,
};

/**
 * Succeeded and failed executions of all jobs an owner ever had (D33); a deleted job still counts (D32a). Superseded
 * and unknown count as failed; skipped and missed do not count. Read from sums in the database: one row per connection.
 */
export async function countersOf({
  ownerId,
}: {
  ownerId: number;
}): Promise<{ successful: number; failed: number }> {
  const [sums] = await query<{ successful: number; failed: number }>({
    client: getPool(),
    statement: sumStatement,
    values: [ownerId],
  });
  return { successful: sums?.successful ?? 0, failed: sums?.failed ?? 0 };
}
