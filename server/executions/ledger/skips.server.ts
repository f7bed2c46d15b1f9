import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import { fireKeys } from './ledger-rows.server.ts';
import type { HeldFire } from './types.ts';

const skipsStatement: Statement = {
  name: 'ledger-skips',
  text: `
    select s."jobId", s."scheduledFor"
    from ${fireKeys.unnest} as f(${fireKeys.names})
    join "Skip" s on s."jobId" = f."jobId" and s."scheduledFor" = to_timestamp(f."at" / 1000.0)`,
};

/** Reads the given instants that their owners skip. */
export async function readSkips({
  client,
  fires,
}: {
  client: Client;
  fires: Pick<HeldFire, 'jobId' | 'scheduledFor'>[];
}) {
  return query<{ jobId: number; scheduledFor: Date }>({
    client,
    statement: skipsStatement,
    values: fireKeys.values(fires),
  });
}
