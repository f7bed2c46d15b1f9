import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

export const editedStatement: Statement = {
  name: 'ledger-edited-requests',
  text: `
    select e."id", e."request" from "Execution" e
    where e."id" = any($1::int8[]) and e."request" is not null`,
};

/** The sealed edits of those of these executions that have them, by execution id. */
export async function readEditedRequests(executionIds: number[]): Promise<Map<number, string>> {
  if (executionIds.length === 0) return new Map();
  const rows = await query<{ id: number; request: string }>({
    client: getPool(),
    statement: editedStatement,
    values: [executionIds],
  });
  return new Map(rows.map(({ id, request }) => [id, request]));
}
