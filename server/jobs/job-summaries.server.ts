import { openPool } from '#server/db.server.ts';
import { query, type Statement } from '#server/executions/transaction.server.ts';
import type { ExecutionOutcome } from '#server/executions/types.ts';
import type { OpenJob } from '#server/jobs/types.ts';
import { unseal } from '#server/sealing/seal.server.ts';

/** What a list shows of a job: opened as far as it needs. */
export interface JobSummary extends Pick<
  OpenJob,
  | 'id'
  | 'name'
  | 'status'
  | 'type'
  | 'cronExpression'
  | 'timeZone'
  | 'pausedUntil'
  | 'pauseReason'
  | 'webhookUrl'
> {
  lastRunAt: Date | null;
  lastOutcome: ExecutionOutcome | null;
  lastStatusCode: number | null;
  nextRunAt: Date | null;
  /** Instants from the next fire on that are left out, UTC milliseconds. */
  skips: number[];
}

const summariesStatement: Statement = {
  name: 'job-summaries',
  text: `
    select j."id", j."name", j."status", j."type", j."cronExpression", j."timeZone", j."pausedUntil", j."pauseReason",
      j."webhookUrl", s."lastRunAt", s."lastOutcome", s."lastStatusCode", s."nextRunAt",
      array(
        select k."scheduledFor" from "Skip" k where k."jobId" = j."id" and k."scheduledFor" >= s."nextRunAt"
      ) as "skips"
    from "Job" j left join "JobState" s on s."jobId" = j."id"
    where j."id" = any($1::int[]) and j."ownerId" = $2`,
};

/**
 * Jobs of an owner in the order of their ids as given; those of others, and ids without a job, are left out.
 * @throws Error: a URL was not sealed for this owner, or its key is missing
 */
export async function jobSummaries({
  ownerId,
  ids,
}: {
  ownerId: number;
  ids: number[];
}): Promise<JobSummary[]> {
  const rows = await query<Omit<JobSummary, 'skips'> & { skips: Date[] }>({
    client: openPool(),
    statement: summariesStatement,
    values: [ids, ownerId],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const sealed = row.webhookUrl;
    const webhookUrl = unseal({ sealed, userId: ownerId, field: 'job.webhookUrl' });
    return [{ ...row, webhookUrl, skips: row.skips.map((at) => at.getTime()) }];
  });
}
