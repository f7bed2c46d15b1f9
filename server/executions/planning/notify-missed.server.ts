import { columns, int, timestamptz } from '#server/database/columns.ts';
import { scheduledTriggers } from '#server/database/sql-lists.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import { groupByJob } from '#server/executions/ledger/group-by-job.server.ts';
import type { InsertedFire } from '#server/executions/ledger/insert-fires.server.ts';
import type { LockedTx } from '#server/executions/ledger/lock-jobs.server.ts';
import { enqueue } from '#server/executions/recording/on-completed.server.ts';

interface Outage {
  jobId: number;
  from: Date;
}

const outageColumns = columns<Outage>({
  jobId: int(({ jobId }) => jobId),
  at: timestamptz(({ from }) => from),
});

// An outage starts after the last fire that ran, or was skipped, as scheduled: catch-ups are inside it.
export const sameOutageStatement: Statement = {
  name: 'ledger-same-outage',
  text: `
    select f."jobId"
    from ${outageColumns.unnest} as f(${outageColumns.names})
    left join lateral (
      select x."scheduledFor" as "at" from "Execution" x
      where x."jobId" = f."jobId" and x."scheduledFor" < f."at" and x."trigger" in ${scheduledTriggers}
        and x."trigger" = 'schedule' and x."outcome" is distinct from 'missed'
      order by x."scheduledFor" desc limit 1
    ) last on true
    where exists (
      select 1 from "Execution" m
      where m."jobId" = f."jobId" and m."scheduledFor" < f."at" and m."trigger" in ${scheduledTriggers}
        and m."scheduledFor" > coalesce(last."at", '-infinity'::timestamptz) and m."outcome" = 'missed'
    )`,
};

/** A missed fire is notified like a failure, once per outage and job (D37), with the last of the rows just written. */
export async function notifyMissed({
  client,
  states,
  written,
  now,
}: LockedTx & {
  written: InsertedFire[];
}): Promise<void> {
  const outages = [...groupByJob(written)].flatMap(([jobId, rows]) => {
    const sorted = rows.toSorted((a, b) => a.scheduledFor.getTime() - b.scheduledFor.getTime());
    const [first] = sorted;
    const last = sorted.at(-1);
    return first && last ? [{ jobId, from: first.scheduledFor, executionId: last.id }] : [];
  });
  const values = outageColumns.values(outages);
  const same = await query<{ jobId: number }>({ client, statement: sameOutageStatement, values });
  const notified = new Set(same.map(({ jobId }) => jobId));
  const known = new Map(states.map((state) => [state.jobId, state]));
  const facts = outages
    .filter(({ jobId }) => !notified.has(jobId))
    .map(({ jobId, executionId }) => {
      const state = known.get(jobId);
      const streak = state?.failureStreak ?? 0;
      return {
        kind: 'ended' as const,
        jobId,
        executionId,
        outcome: 'missed' as const,
        streak,
        previousStreak: streak,
        streakStartedAt: state?.streakStartedAt?.getTime() ?? null,
        streakNotifiedAt: state?.notifiedAt?.getTime() ?? null,
        now,
        isTest: false as const,
      };
    });
  await enqueue({ client, facts });
}
