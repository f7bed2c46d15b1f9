import type { RequestTrigger } from '#domain/trigger.ts';
import type { Tx } from '#server/database/db.server.ts';

const joinSeconds = 2;

/** The request a replay sends: the recorded one, or the job's current one. */
export type ReplayAs = 'recorded' | 'current';

interface AskedRun {
  tx: Tx;
  jobId: number;
  trigger: RequestTrigger;
  /** A UUID: the constant webhook-id of the run. */
  requestId: string;
  /** The execution a replay repeats. */
  replayOfId?: number | null;
  replayAs?: ReplayAs;
  /** Sealed: an edited request, for this run only. */
  request?: string | null;
}

/**
 * Queues a run of a job at its newest version; a replay at the version of the repeated execution, with its edits,
 * unless it is requested for the current job. A second click within 2 s joins the first; an API client that asks twice
 * gets two runs, and so does a form with edits. The engine is notified on commit.
 *
 * @returns the execution's id, also of a joined one
 * @throws Error if job or replayed execution do not exist: the caller has checked both
 */
export async function queueRun({
  tx,
  jobId,
  trigger,
  requestId,
  replayOfId = null,
  replayAs = 'recorded',
  request = null,
}: AskedRun): Promise<number> {
  const recordedId = replayAs === 'recorded' ? replayOfId : null;
  if ((trigger === 'manual' || trigger === 'replay') && request === null) {
    // Two clicks at once are put in order by this lock, so the second sees the row of the first.
    await tx.$queryRaw`select "jobId" from "JobState" where "jobId" = ${jobId} for update`;
    const [joined] = await tx.$queryRaw<{ id: bigint }[]>`
      select e."id" from "Execution" e
      join "Job" j on j."id" = e."jobId"
      left join "Execution" r on r."id" = ${recordedId}::int8 and r."jobId" = j."id"
      where e."jobId" = ${jobId} and e."trigger" = ${trigger}::"Trigger" and e."trigger" <> 'test'
        and e."replayOfId" is not distinct from ${replayOfId}::int8
        and (e."trigger" <> 'replay' or (e."jobVersion" = coalesce(r."jobVersion", j."desiredVersion")
          and e."request" is not distinct from r."request"))
        and e."dueAt" > clock_timestamp() - make_interval(secs => ${joinSeconds}::int)
      order by e."dueAt" desc, e."id" desc limit 1`;
    if (joined) return Number(joined.id);
  }
  const [queued] = await tx.$queryRaw<{ id: bigint }[]>`
    insert into "Execution" ("jobId", "trigger", "dueAt", "requestId", "replayOfId", "jobVersion", "request")
    select j."id", ${trigger}::"Trigger", clock_timestamp(), ${requestId}::uuid, ${replayOfId}::int8,
      coalesce(r."jobVersion", j."desiredVersion"), coalesce(${request}, r."request")
    from "Job" j
    left join "Execution" r on r."id" = ${recordedId}::int8 and r."jobId" = j."id"
    where j."id" = ${jobId}
    returning "id"`;
  if (!queued) throw new Error(`Job ${jobId} does not exist.`);
  const executionId = Number(queued.id);
  await tx.$executeRaw`
    select pg_notify('run_requested', ${String(executionId)}), pg_notify('job_updated', j."ownerId" || ':' || j."id")
    from "Job" j where j."id" = ${jobId}`;
  return executionId;
}
