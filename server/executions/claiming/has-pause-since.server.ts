import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { LedgerJob } from '#server/executions/ledger/job-facts.server.ts';
import type { LedgerRow } from '#server/executions/ledger/ledger-rows.server.ts';

// A replay names the version it repeats, possibly older than pauses that ended before it was requested.
export const pauseStatement: Statement = {
  name: 'ledger-pause-since',
  text: `
    select 1 from "JobVersion"
    where "jobId" = $1::int and "version" > $2::int and "status" <> 'active' and (not $3::bool or "changedAt" > $4)
    limit 1`,
};

/** Reports whether the job was paused after this execution began: that ends its further attempts, resumed or not (D28). */
export async function hasPauseSince({
  client,
  row,
  job,
}: {
  client: Client;
  row: LedgerRow;
  job: LedgerJob;
}): Promise<boolean> {
  if (job.version === row.jobVersion) return false;
  const values = [row.jobId, row.jobVersion, row.trigger === 'replay', row.dueAt];
  return (await query({ client, statement: pauseStatement, values })).length > 0;
}
