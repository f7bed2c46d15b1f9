import type { JobStatus } from '#domain/job/choices.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { JobSnapshot } from '#server/jobs/versions/snapshot.ts';
import { unseal } from '#server/sealing/seal.server.ts';
import type { LedgerJob } from './job-facts.server.ts';

/** A version of a job as the past is judged by it; instants in UTC milliseconds. */
export interface VersionInForce {
  version: number;
  /** In force for instants after this one, until the next version's. */
  changedAt: number;
  status: JobStatus;
  pausedUntil: number | null;
  cron: string | null;
  timeZone: string;
}

interface VersionRow {
  jobId: number;
  version: number;
  changedAt: Date;
  status: VersionInForce['status'];
  cron: string | null;
  timeZone: string;
  /** sealed; of a paused version only: it says until when */
  snapshot: string | null;
}

const olderStatement: Statement = {
  name: 'ledger-older-versions',
  text: `
    select v."jobId", v."version", v."changedAt", v."status", v."cronExpression" as "cron", v."timeZone",
      case when v."status" = 'paused' then v."snapshot" end as "snapshot"
    from "JobState" s
    join "Job" j on j."id" = s."jobId"
    join "JobVersion" v on v."jobId" = s."jobId" and v."version" < j."desiredVersion"
    left join "JobVersion" later on later."jobId" = v."jobId" and later."version" = v."version" + 1
    where s."jobId" = any($1::int[])
      and (later."changedAt" is null or later."changedAt" > s."accountedUntil")
    order by v."jobId", v."version"`,
};

/** The versions of each job since its ledger was last complete, oldest first: almost always the newest alone. */
export async function readVersionsInForce({
  client,
  jobs,
}: {
  client: Pick<Client, 'query'>;
  jobs: LedgerJob[];
}): Promise<Map<number, VersionInForce[]>> {
  const found = new Map(jobs.map((job) => [job.jobId, [newestOf(job)]]));
  const changed = new Map(
    jobs.filter((job) => job.accountedUntil < job.changedAt).map((job) => [job.jobId, job]),
  );
  if (changed.size === 0) return found;
  const values = [[...changed.keys()]];
  const rows = await query<VersionRow>({ client, statement: olderStatement, values });
  const older = new Map<number, VersionInForce[]>();
  for (const row of rows) {
    const ownerId = changed.get(row.jobId)?.ownerId;
    if (ownerId === undefined) continue;
    const listed = older.get(row.jobId) ?? [];
    if (listed.push(olderOf({ row, ownerId })) === 1) older.set(row.jobId, listed);
  }
  for (const [jobId, job] of changed) found.set(jobId, [...(older.get(jobId) ?? []), newestOf(job)]);
  return found;
}

function newestOf(job: LedgerJob): VersionInForce {
  return {
    version: job.version,
    changedAt: job.changedAt.getTime(),
    status: job.status,
    pausedUntil: job.pausedUntil?.getTime() ?? null,
    cron: job.cron,
    timeZone: job.timeZone,
  };
}

function olderOf({ row, ownerId }: { row: VersionRow; ownerId: number }): VersionInForce {
  const { snapshot, changedAt, version, status, cron, timeZone } = row;
  const pausedUntil = snapshot && pausedUntilOf({ snapshot, ownerId });
  return {
    version,
    changedAt: changedAt.getTime(),
    status,
    pausedUntil: pausedUntil ? Date.parse(pausedUntil) : null,
    cron,
    timeZone,
  };
}

/** A version that cannot be decrypted counts as paused forever: one job must not block the others of a query. */
function pausedUntilOf({ snapshot, ownerId }: { snapshot: string; ownerId: number }): string | null {
  try {
    const text = unseal({ sealed: snapshot, userId: ownerId, field: 'jobVersion.snapshot' });
    return (JSON.parse(text) as JobSnapshot).pausedUntil;
  } catch {
    return null;
  }
}
