import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

const durationsStatement: Statement = {
  name: 'ledger-call-durations',
  text: `
    select x."id", a."durationMs"
    from unnest($1::int8[]) as x("id")
    join lateral (
      select b."durationMs" from "Attempt" b where b."executionId" = x."id" order by b."number" desc limit 1
    ) a on a."durationMs" is not null`,
};

/**
 * The duration in milliseconds of the last attempt of each execution, without the waits between attempts; those
 * without an ended attempt are left out.
 * @param ids of executions whose owner has been checked
 */
export async function callDurations(ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await query<{ id: number; durationMs: number }>({
    client: getPool(),
    statement: durationsStatement,
    values: [ids],
  });
  return new Map(rows.map(({ id, durationMs }) => [id, durationMs]));
}
