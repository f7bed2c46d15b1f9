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

/** State of one job under its lock. */
export interface ClaimSnapshot {
  job: LedgerJob;
  versions: VersionInForce[];
  /** In flight, waiting between attempts, or queued. */
  unfinishedRows: LedgerRow[];
  /** Existing rows of the requested instants. */
  rowsAt: LedgerRow[];
  /** Instants the owner skips. */
  skips: Set<number>;
}

export interface AskedJob {
  snapshot: ClaimSnapshot;
  fires: HeldFire[];
}

/** Loads the state that decides these fires. The transaction holds the locks of the jobs; deleted jobs are left out. */
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
