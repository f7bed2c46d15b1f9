import { enqueuePauseMails } from '#server/account-mail/enqueue-pause-mails.server.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import { changeByEngine } from '#server/jobs/saving/change-by-engine.server.ts';
import { recordEngineEvent } from '#server/security-log/record-engine-event.server.ts';

// A job that waits for the end of its pause counts as paused until then, and as active after it.
const onStatement: Statement = {
  name: 'jobs-lock-active',
  text: `
    select "id" from "Job"
    where "id" = any($1::int[]) and "deletedAt" is null
      and ("status" = 'active' or ("status" = 'paused' and "pausedUntil" <= clock_timestamp()))
    order by "id" for no key update`,
};

/**
 * Pauses jobs that have failed for too long, in the transaction that records the last failure (engine.md section 4).
 * @param failing each with the reason for its owner
 * @returns the newly paused jobs: paused, draft and deleted ones stay as they are
 */
export async function pauseFailingJobs({
  client,
  failing,
}: {
  client: Client;
  failing: { jobId: number; reason: string }[];
}): Promise<number[]> {
  if (failing.length === 0) return [];
  const values = [failing.map(({ jobId }) => jobId)];
  const rows = await query<{ id: number }>({ client, statement: onStatement, values });
  const paused = rows.map(({ id }) => id);
  for (const { jobId, reason } of failing) {
    if (!paused.includes(jobId)) continue;
    const change = { status: 'paused', pausedUntil: null, pauseReason: reason } as const;
    await changeByEngine({ client, jobId, change });
  }
  await recordEngineEvent({ client, code: 'job_auto_paused', jobIds: paused });
  await enqueuePauseMails({ client, jobIds: paused, hasNotifications: true });
  return paused;
}
