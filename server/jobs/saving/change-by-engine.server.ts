import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import { enqueueJobEvents } from '#server/event-subscriptions/job-events.server.ts';
import type { JobRow } from '#server/jobs/types.ts';
import { sealSnapshot } from '#server/jobs/versions/seal-snapshot.server.ts';

type Change = Pick<JobRow, 'status' | 'pausedUntil' | 'pauseReason'>;

const changeStatement: Statement = {
  name: 'jobs-change-by-engine',
  text: `
    update "Job" set "status" = $2::"JobStatus", "pausedUntil" = $3, "pauseReason" = $4,
      "desiredVersion" = "desiredVersion" + 1, "applyFailures" = 0, "applyAfter" = clock_timestamp(),
      "updatedAt" = clock_timestamp()
    where "id" = $1::int
    returning *`,
};

const versionStatement: Statement = {
  name: 'jobs-version-by-engine',
  text: `
    insert into "JobVersion" ("jobId", "version", "changedAt", "summary", "status", "cronExpression", "timeZone", "snapshot")
    values ($1::int, $2::int,
      greatest(
        coalesce($3::timestamptz, clock_timestamp()),
        (select max(v."changedAt") from "JobVersion" v where v."jobId" = $1::int)
      ), $8, $4::"JobStatus", $5, $6, $7)`,
};

/**
 * Writes an automatic change of a job, with its version, in the ledger's transaction that holds the job's row. The
 * relay is notified on commit.
 * @param summary names of the changed fields
 * @param since start of the change, if not now; never before the previous version
 */
export async function changeByEngine({
  client,
  jobId,
  change: { status, pausedUntil, pauseReason },
  summary = 'status',
  since = null,
}: {
  client: Client;
  jobId: number;
  change: Change;
  summary?: string;
  since?: Date | null;
}): Promise<void> {
  const values = [jobId, status, pausedUntil, pauseReason];
  const [job] = await query<JobRow>({ client, statement: changeStatement, values });
  if (!job) return;
  const { desiredVersion, cronExpression, timeZone } = job;
  const version = [
    ...[jobId, desiredVersion, since, status, cronExpression, timeZone, sealSnapshot(job)],
    summary,
  ];
  await query({ client, statement: versionStatement, values: version });
  // Newer zone data changes the plan, not the job.
  if (summary === 'status')
    await enqueueJobEvents({ client, jobs: [job], change: 'updated', changed: ['status'] });
}
