import { getPool } from '#server/database/db.server.ts';
import { inTransaction, query, type Statement } from '#server/database/transaction.server.ts';
import { lockJobs } from '#server/executions/ledger/lock-jobs.server.ts';
import { enqueueNotifications } from '#server/notifications/enqueue-notifications.server.ts';
import { eventFact } from '#server/notifications/event-fact.ts';

const mostAtOnce = 500;

interface TooLongRun {
  executionId: number;
  jobId: number;
  tooLongAfter: number;
}

// From the jobs with the field to their open runs, each by a partial index: without such a job it reads nothing. A start
// is written with the end of the first attempt; until then, the run counts from its claim, or its time if that is later. The
// offset keeps this order where many jobs have it: for a limit, the planner would rather read the whole ledger.
export const tooLongStatement: Statement = {
  name: 'watches-too-long',
  text: `
    select e."id" as "executionId", j."id" as "jobId", j."tooLongAfter"
    from "Job" j cross join lateral (
      select x."id" from "Execution" x
      where x."jobId" = j."id" and x."outcome" is null and x."tooLongAt" is null
        and x."claimedAt" is not null
        and coalesce(x."startedAt", greatest(x."claimedAt", x."dueAt"))
          < clock_timestamp() - make_interval(secs => j."tooLongAfter")
      offset 0
    ) e
    where j."tooLongAfter" is not null and j."deletedAt" is null
    limit $1`,
};

const markStatement: Statement = {
  name: 'watches-mark-too-long',
  text: `
    update "Execution" set "tooLongAt" = clock_timestamp()
    where "id" = any($1::int8[]) and "outcome" is null and "tooLongAt" is null
    returning "id"`,
};

/**
 * Enqueues the notifications about runs that are open for longer than their jobs say, once each, whichever worker makes
 * the call and whether it lives. A run begins with its first attempt; the time between attempts counts.
 * @param now UTC milliseconds, for the notification; what is too long counts by the database's clock
 * @returns number of the runs
 */
export async function enqueueTooLong({ now }: { now: number }): Promise<number> {
  const found = await query<TooLongRun & { [column: string]: unknown }>({
    client: getPool(),
    statement: tooLongStatement,
    values: [mostAtOnce],
  });
  if (found.length === 0) return 0;
  return inTransaction(async (client) => {
    // In the order of all writers of the ledger; the end of such a run is recorded before or after this.
    await lockJobs({ client, jobIds: found.map(({ jobId }) => jobId) });
    const ids = found.map(({ executionId }) => executionId);
    const marked = await query<{ id: number }>({ client, statement: markStatement, values: [ids] });
    const own = new Set(marked.map(({ id }) => id));
    const facts = found
      .filter(({ executionId }) => own.has(executionId))
      .map(({ executionId, jobId, tooLongAfter: afterSeconds }) =>
        eventFact({ jobId, executionId, details: { kind: 'too_long', afterSeconds, durationMs: null }, now }),
      );
    await enqueueNotifications({ client, facts });
    return facts.length;
  });
}
