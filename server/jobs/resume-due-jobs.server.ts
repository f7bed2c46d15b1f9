import { type Client, inTransaction, query, type Statement } from '#server/database/transaction.server.ts';
import { changeByEngine } from '#server/jobs/saving/change-by-engine.server.ts';
import { recordEngineEvent } from '#server/security-log/record-engine-event.server.ts';

const dueStatement: Statement = {
  name: 'jobs-lock-due',
  text: `
    select "id", "pausedUntil" from "Job"
    where "status" = 'paused' and "pausedUntil" <= clock_timestamp() and "deletedAt" is null
      and ($1::int[] is null or "id" = any($1::int[]))
    order by "id" limit $2 for no key update skip locked`,
};

/**
 * Resumes jobs whose timed pause has ended (engine.md section 4), at most 100 at once. They count as active from that
 * instant on, so nothing depends on the time of this run.
 * @returns number of resumed jobs
 */
export async function resumeDueJobs(): Promise<number> {
  return inTransaction(async (client) => (await resumeIn({ client, jobIds: null })).length);
}

/**
 * The same for given jobs, in the ledger's transaction.
 * @returns those that were activated
 */
export async function resumeIn({
  client,
  jobIds,
}: {
  client: Client;
  jobIds: number[] | null;
}): Promise<number[]> {
  const rows = await query<{ id: number; pausedUntil: Date }>({
    client,
    statement: dueStatement,
    values: [jobIds, jobIds?.length ?? 100],
  });
  for (const { id, pausedUntil } of rows) {
    // In force from the date itself: a fire at that very instant belongs to the active job.
    const since = new Date(pausedUntil.getTime() - 1);
    const change = { status: 'active', pausedUntil: null, pauseReason: null } as const;
    await changeByEngine({ client, jobId: id, change, since });
  }
  const resumed = rows.map(({ id }) => id);
  await recordEngineEvent({ client, code: 'job_changed', jobIds: resumed });
  return resumed;
}
