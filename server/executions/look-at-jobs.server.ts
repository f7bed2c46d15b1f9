import type { JobLook } from './decide-fires.server.ts';
import { groupByJob } from './group-by-job.server.ts';
import { readFacts } from './job-facts.server.ts';
import { type LedgerRow, readOpenRows, readRowsAt } from './ledger-rows.server.ts';
import { type Client, query, type Statement } from './transaction.server.ts';
import type { HeldFire } from './types.ts';
import { readVersionsInForce } from './versions-in-force.server.ts';

export const skipsStatement: Statement = {
  name: 'ledger-skips',
  text: `
    select s."jobId", s."scheduledFor"
    from unnest($1::int[], $2::int8[]) as f("jobId", "at")
    join "Skip" s on s."jobId" = f."jobId" and s."scheduledFor" = to_timestamp(f."at" / 1000.0)`,
};

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

/** Those of the given instants that their owners want left out. */
export async function readSkips({
  client,
  fires,
}: {
  client: Client;
  fires: Pick<HeldFire, 'jobId' | 'scheduledFor'>[];
}) {
  const values = [fires.map(({ jobId }) => jobId), fires.map(({ scheduledFor }) => scheduledFor)];
  return query<{ jobId: number; scheduledFor: Date }>({ client, statement: skipsStatement, values });
}
