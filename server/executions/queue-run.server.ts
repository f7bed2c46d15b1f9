import type { Tx } from '#server/db.server.ts';

const joinSeconds = 2;

/**
 * Queues a run of a job at its newest version (a replay: at that of the execution it repeats). A second click within
 * 2 s joins the first; a client of the API that asks twice gets two runs. The engine hears of it on commit.
 *
 * @param requestId a UUID: the constant webhook-id of the run
 * @returns the execution's id, of the joined one as well
 * @throws Error when job or replayed execution do not exist: the caller has checked both
 */
export async function queueRun({
  tx,
  jobId,
  trigger,
  requestId,
  replayOfId = null,
}: {
  tx: Tx;
  jobId: number;
  trigger: 'manual' | 'api' | 'replay';
  requestId: string;
  replayOfId?: number | null;
}): Promise<number> {
  if (trigger === 'manual' || trigger === 'replay') {
    // Two clicks at once are put in order by this lock, so that the second sees the row of the first.
    await tx.$queryRaw`select "jobId" from "JobState" where "jobId" = ${jobId} for update`;
    const [joined] = await tx.$queryRaw<{ id: bigint }[]>`
      select "id" from "Execution"
      where "jobId" = ${jobId} and "trigger" = ${trigger}::"Trigger" and "trigger" <> 'test'
        and "replayOfId" is not distinct from ${replayOfId}::int8
        and "dueAt" > clock_timestamp() - make_interval(secs => ${joinSeconds}::int)
      order by "dueAt" desc, "id" desc limit 1`;
    if (joined) return Number(joined.id);
  }
  const [queued] = await tx.$queryRaw<{ id: bigint }[]>`
    insert into "Execution" ("jobId", "trigger", "dueAt", "requestId", "replayOfId", "jobVersion")
    select j."id", ${trigger}::"Trigger", clock_timestamp(), ${requestId}::uuid, ${replayOfId}::int8,
      coalesce(
        (select e."jobVersion" from "Execution" e where e."id" = ${replayOfId}::int8 and e."jobId" = j."id"),
        j."desiredVersion"
      )
    from "Job" j where j."id" = ${jobId}
    returning "id"`;
  if (!queued) throw new Error(`Job ${jobId} does not exist.`);
  const executionId = Number(queued.id);
  await tx.$executeRaw`
    select pg_notify('run_requested', ${String(executionId)}), pg_notify('job_news', j."ownerId" || ':' || j."id")
    from "Job" j where j."id" = ${jobId}`;
  return executionId;
}
