import type { Client } from '#server/database/transaction.server.ts';
import { groupByJob } from '#server/executions/ledger/group-by-job.server.ts';
import { type LedgerJob, readFacts } from '#server/executions/ledger/job-facts.server.ts';
import {
  type LedgerRow,
  readUnfinishedRows,
  readRowsAt,
} from '#server/executions/ledger/ledger-rows.server.ts';
import { readSkips } from '#server/executions/ledger/skips.server.ts';
import type { HeldFire } from '#server/executions/ledger/types.ts';
import {
  readVersionsInForce,
  type VersionInForce,
} from '#server/executions/ledger/versions-in-force.server.ts';

/** What is known of one job under its lock. */
export interface ClaimSnapshot {
  job: LedgerJob;
  versions: VersionInForce[];
  /** Not ended: calls that are out, executions that wait between attempts, queued ones. */
  unfinishedRows: LedgerRow[];
  /** Rows that the asked instants have already. */
  rowsAt: LedgerRow[];
  /** Instants the owner wants left out. */
  skips: Set<number>;
}

export interface AskedJob {
  snapshot: ClaimSnapshot;
  fires: HeldFire[];
}

/** All that decides over these fires, of jobs the transaction holds locked; deleted jobs are left out. */
export async function loadSnapshots({
  client,
  fires,
}: {
  client: Client;
  fires: HeldFire[];
}): Promise<AskedJob[]> {
  const asked = groupByJob(fires);
  const jobIds = [...asked.keys()];
  const facts = await readFacts({ client, jobIds });
  const versions = await readVersionsInForce({ client, jobs: [...facts.values()] });
  const unfinishedRows = groupByJob(await readUnfinishedRows({ client, jobIds }));
  const rowsAt = groupByJob(await readRowsAt({ client, fires }));
  const skips = groupByJob(await readSkips({ client, fires }));
  return [...facts.values()].map((job) => ({
    fires: asked.get(job.jobId) ?? [],
    snapshot: {
      job,
      versions: versions.get(job.jobId) ?? [],
      unfinishedRows: unfinishedRows.get(job.jobId) ?? ([] as LedgerRow[]),
      rowsAt: rowsAt.get(job.jobId) ?? ([] as LedgerRow[]),
      skips: new Set((skips.get(job.jobId) ?? []).map(({ scheduledFor }) => scheduledFor.getTime())),
    },
  }));
}
