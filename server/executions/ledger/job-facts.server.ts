import type { CatchUp, JobStatus, Overlap } from '#domain/job/choices.ts';
import type { Outcome } from '#domain/outcome.ts';
import type { Tier } from '#domain/plan.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';

/**
 * Input of the ledger's decisions: the newest version of a job, its owner's status and the time up to which it is
 * settled.
 */
export interface LedgerJob {
  jobId: number;
  ownerId: number;
  name: string;
  status: JobStatus;
  pausedUntil: Date | null;
  cron: string | null;
  timeZone: string;
  /** host[:port] */
  target: string;
  timeoutSeconds: number;
  retryCount: number;
  overlap: Overlap;
  catchUp: CatchUp;
  version: number;
  /** When the newest version came into force. */
  changedAt: Date;
  tier: Tier;
  isSuspended: boolean;
  accountedUntil: Date;
  nextRunAt: Date | null;
  lastOutcome: Outcome | null;
  lastSuccessAt: Date | null;
  /** Uses the database's clock: a worker's clock that is ahead must not turn the future into the past. */
  readAt: Date;
}

export const factsStatement: Statement = {
  name: 'ledger-job-facts',
  text: `
    select j."id" as "jobId", j."ownerId", j."name", j."status", j."pausedUntil", j."cronExpression" as "cron",
      j."timeZone", j."targetHost" as "target", j."timeoutSeconds", j."retryCount", j."overlap", j."catchUp", j."desiredVersion" as "version",
      coalesce(v."changedAt", j."createdAt") as "changedAt",
      u."tier", u."suspendedAt" is not null as "isSuspended",
      s."accountedUntil", s."nextRunAt", s."lastOutcome", s."lastSuccessAt",
      clock_timestamp() as "readAt"
    from "Job" j
    join "User" u on u."id" = j."ownerId"
    join "JobState" s on s."jobId" = j."id"
    left join "JobVersion" v on v."jobId" = j."id" and v."version" = j."desiredVersion"
    where j."id" = any($1::int[]) and j."deletedAt" is null`,
};

/** Facts by job id; deleted jobs are left out. */
export async function readFacts({
  client,
  jobIds,
}: {
  client: Pick<Client, 'query'>;
  jobIds: number[];
}): Promise<Map<number, LedgerJob>> {
  const rows = await query<LedgerJob>({ client, statement: factsStatement, values: [[...new Set(jobIds)]] });
  return new Map(rows.map((row) => [row.jobId, row]));
}
