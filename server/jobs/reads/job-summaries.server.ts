import type { Outcome } from '#domain/outcome.ts';
import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import type { DecryptedJob } from '#server/jobs/types.ts';
import { decryptOrNull } from '#server/sealing/decrypt-or-null.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';

/** Data of a job for a list: decrypted as far as needed. */
export interface JobSummary extends Pick<
  DecryptedJob,
  'id' | 'name' | 'status' | 'type' | 'cronExpression' | 'timeZone' | 'pausedUntil' | 'pauseReason'
> {
  /** Null where it cannot be opened: its key is missing. */
  webhookUrl: string | null;
  lastRunAt: Date | null;
  lastOutcome: Outcome | null;
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

/** Jobs of an owner in the order of their ids as given; those of others, and ids without a job, are left out. */
export async function jobSummaries({
  ownerId,
  ids,
}: {
  ownerId: number;
  ids: number[];
}): Promise<JobSummary[]> {
  const rows = await query<Omit<JobSummary, 'skips' | 'webhookUrl'> & { webhookUrl: string; skips: Date[] }>({
    client: getPool(),
    statement: summariesStatement,
    values: [ids, ownerId],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = ids.flatMap((id) => byId.get(id) ?? []);
  return Promise.all(
    found.map(async ({ webhookUrl: sealed, skips, ...row }) => ({
      ...row,
      webhookUrl: await decryptOrNull({
        open: () => unseal({ sealed, userId: ownerId, field: 'job.webhookUrl' }),
        row: { jobId: row.id },
        message: 'The URL of a job cannot be opened.',
      }),
      skips: skips.map((at) => at.getTime()),
    })),
  );
}
