import type { Client } from '#server/database/transaction.server.ts';
import { groupByJob } from '#server/executions/ledger/group-by-job.server.ts';
import { readFacts } from '#server/executions/ledger/job-facts.server.ts';
import { type LedgerRow, readOpenRows, readRowsAt } from '#server/executions/ledger/ledger-rows.server.ts';
import { readSkips } from '#server/executions/ledger/skips.server.ts';
import type { HeldFire } from '#server/executions/ledger/types.ts';
import { readVersionsInForce } from '#server/executions/ledger/versions-in-force.server.ts';
import type { JobLook } from './decide-fires.server.ts';

export interface AskedJob {
  look: JobLook;
  fires: HeldFire[];
}

/** All that decides over these fires, of jobs that the transaction holds locked; deleted jobs are left out. */
export async function lookAtJobs({
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
  const openRows = groupByJob(await readOpenRows({ client, jobIds }));
  const rowsAt = groupByJob(await readRowsAt({ client, fires }));
  const skips = groupByJob(await readSkips({ client, fires }));
  return [...facts.values()].map((job) => ({
    fires: asked.get(job.jobId) ?? [],
    look: {
      job,
      versions: versions.get(job.jobId) ?? [],
      openRows: openRows.get(job.jobId) ?? ([] as LedgerRow[]),
      rowsAt: rowsAt.get(job.jobId) ?? ([] as LedgerRow[]),
      skips: new Set((skips.get(job.jobId) ?? []).map(({ scheduledFor }) => scheduledFor.getTime())),
    },
  }));
}
