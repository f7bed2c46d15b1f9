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
  const [facts, ...rows] = await Promise.all([
    readFacts({ client, jobIds }),
    readUnfinishedRows({ client, jobIds }),
    readRowsAt({ client, fires }),
    readSkips({ client, fires }),
  ]);
  const versions = await readVersionsInForce({ client, jobs: [...facts.values()] });
  const unfinishedRows = groupByJob(rows[0]);
  const rowsAt = groupByJob(rows[1]);
  const skips = groupByJob(rows[2]);
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
