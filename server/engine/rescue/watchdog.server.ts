import { getPool } from '#server/database/db.server.ts';
import { forgottenRuns } from '#server/engine/relay/queued-runs.server.ts';
import { tryAll } from '#server/engine/relay/try-all.server.ts';
import { startRun } from '#server/engine/relay/start-run.server.ts';
import { syncJob } from '#server/engine/relay/sync-job.server.ts';
import { log } from '#server/log.server.ts';
import { isUnclaimed } from './overdue-fires.server.ts';

const atOnce = 500;

interface OverdueJob {
  jobId: number;
  version: number;
  epoch: number;
}

/**
 * Active jobs with a next fire more than a minute past and no row in the ledger, and jobs with a fire queued for longer
 * than any call may take: perhaps no workflow holds it. A workflow that does ignores the message. If there are more
 * than fit in a round, each has its chance: those that stay overdue must not hide the others.
 */
async function overdueJobs(limit: number): Promise<OverdueJob[]> {
  const { rows } = await getPool().query<OverdueJob>(
    `select * from (
     select j."id" as "jobId", j."desiredVersion" as "version", (select "epoch" from "Installation") as "epoch"
     from "JobState" s join "Job" j on j."id" = s."jobId"
     where s."nextRunAt" < now() - interval '60 seconds' and ${isUnclaimed}
     union
     select j."id", j."desiredVersion", (select "epoch" from "Installation")
     from "Execution" e join "Job" j on j."id" = e."jobId"
     where e."outcome" is null and e."claimedAt" is null and e."scheduledFor" < now() - interval '6 minutes'
       and j."deletedAt" is null
     ) overdue order by md5("jobId" || now()::text) limit $1`,
    [limit],
  );
  return rows;
}

/** Recovers lost work: overdue job workflows, unclaimed runs, missing attempts. */
export async function watchOnce({ limit = atOnce }: { limit?: number } = {}): Promise<void> {
  const wake = (job: OverdueJob) => {
    log().warn({ jobId: job.jobId }, 'watchdog: the next fire is overdue');
    return syncJob({ ...job, isAgain: true });
  };
  await wakeAll({ items: await overdueJobs(limit), act: wake });
  await wakeAll({ items: await forgottenRuns({ limit }), act: startRun });
}

async function wakeAll<Item>(asked: Parameters<typeof tryAll<Item>>[0]) {
  const leftOver = asked.items.length - (await tryAll(asked));
  if (leftOver > 0)
    log().warn({ count: leftOver }, 'watchdog: some jobs could not be woken and will be retried');
}
