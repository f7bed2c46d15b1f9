import { nextFires } from '#domain/schedule/schedule.ts';
import { zoneVersion } from '#domain/schedule/timezone.ts';
import { type Client, inTransaction } from '#server/database/transaction.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { lockJobs } from '#server/executions/ledger/lock-jobs.server.ts';
import { nextInstants } from '#server/executions/planning/next-instants.server.ts';
import { changeByEngine } from '#server/jobs/saving/change-by-engine.server.ts';
import type { JobRow } from '#server/jobs/types.ts';
import { log } from '#server/log.server.ts';
import { recordEngineEvent } from '#server/security-log/record-engine-event.server.ts';
import { zoneChangeSummary } from './zone-change-summary.ts';

const jobsAtOnce = 100;

/** By then every process uses the data: `followZones` checks each minute. */
const secondWalkAfterSeconds = 120;

interface Pending {
  version: string;
  replaced: string | null;
  pending: string[];
  walkedTo: number;
  walk: number;
}

/**
 * Gives each job of a zone with changed rules a new version and its next run by the new rules. Works in transactions of
 * 100 jobs; after a crash the next process continues. A second pass two minutes later covers jobs that a worker has
 * planned with the older data since.
 * @returns number of rescheduled jobs
 */
export async function replanZones({
  isStopping = () => false,
}: { isStopping?: () => boolean } = {}): Promise<number> {
  let all = 0;
  while (!isStopping()) {
    const planned = await inTransaction(replanBatch);
    if (planned === null) break;
    all += planned;
  }
  return all;
}

/** Null where nothing is left to plan, or where this process has not got the data yet. */
async function replanBatch(client: Client): Promise<number | null> {
  const { rows } = await client.query<Pending>(
    `select "version", "replaced", "pending", "walkedTo", "walk" from "ZoneData"
     where cardinality("pending") > 0
       and ("walk" = 1 or "adoptedAt" <= clock_timestamp() - make_interval(secs => $1)) for update`,
    [secondWalkAfterSeconds],
  );
  const [data] = rows;
  if (!data || data.version !== zoneVersion()) return null;
  // Locked as a save locks them, and before their states: no transaction of the ledger can intervene.
  const { rows: found } = await client.query<{ id: number }>(
    `select "id" from "Job" where "id" > $1 and "timeZone" = any($2) and "deletedAt" is null
     order by "id" limit $3 for update`,
    [data.walkedTo, data.pending, jobsAtOnce],
  );
  const ids = found.map(({ id }) => id);
  const changed = await replan({ client, ids, data });
  await recordEngineEvent({ client, code: 'job_changed', jobIds: changed });
  const isLast = ids.length < jobsAtOnce;
  await client.query(
    `update "ZoneData" set "walkedTo" = $1, "walk" = case when $2 then 2 else "walk" end,
       "pending" = case when $2 and "walk" = 2 then '{}' else "pending" end`,
    [isLast ? 0 : (ids.at(-1) ?? 0), isLast],
  );
  return changed.length;
}

type PlannedJob = Pick<
  JobRow,
  'id' | 'status' | 'pausedUntil' | 'pauseReason' | 'cronExpression' | 'timeZone'
>;

async function replan({
  client,
  ids,
  data,
}: {
  client: Client;
  ids: number[];
  data: Pending;
}): Promise<number[]> {
  // A claim in flight has a job's last word on its time: wait for it.
  await lockJobs({ client, jobIds: ids });
  const { rows: jobs } = await client.query<
    PlannedJob & { next: Date | null; accountedUntil: Date; readAt: Date }
  >(
    `select j."id", j."status", j."pausedUntil", j."pauseReason", j."cronExpression", j."timeZone",
       s."nextRunAt" as "next", s."accountedUntil", clock_timestamp() as "readAt"
     from "Job" j join "JobState" s on s."jobId" = j."id"
     where j."id" = any($1::int[]) order by j."id"`,
    [ids],
  );
  const summary = zoneChangeSummary({ before: data.replaced, after: data.version });
  const changed: number[] = [];
  for (const { next, accountedUntil, readAt, ...job } of jobs) {
    const after = Math.max(readAt.getTime(), accountedUntil.getTime());
    const at = nextByNewRules({ job, after });
    if (at === undefined) continue;
    // The data before the first record is unknown: a job with an unchanged next run was planned by the same rules.
    const isByNewRules = data.replaced === null || data.walk > 1;
    if (isByNewRules && next?.getTime() === at) continue;
    const { status, pausedUntil, pauseReason } = job;
    await changeByEngine({ client, jobId: job.id, change: { status, pausedUntil, pauseReason }, summary });
    await client.query(`update "JobState" set "nextRunAt" = $2 where "jobId" = $1`, [job.id, new Date(at)]);
    changed.push(job.id);
  }
  return changed;
}

/** Undefined for a job without a next run, and for one whose zone the operator's data lack: it keeps its plan. */
function nextByNewRules({ job, after }: { job: PlannedJob; after: number }): number | undefined {
  const named = { ...job, cron: job.cronExpression };
  try {
    return nextInstants({ job: named, after, count: 1, schedule: { nextFires } })[0];
  } catch (error) {
    log().warn(
      { jobId: job.id, timeZone: job.timeZone, ...errorFields(error) },
      'zone data: job not rescheduled',
    );
    return undefined;
  }
}
