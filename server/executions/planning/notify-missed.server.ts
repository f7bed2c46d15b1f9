import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import { groupByJob } from '#server/executions/ledger/group-by-job.server.ts';
import type { InsertedFire } from '#server/executions/ledger/insert-fires.server.ts';
import type { LockedState } from '#server/executions/ledger/lock-jobs.server.ts';
import { enqueue } from '#server/executions/recording/on-completed.server.ts';

// An outage starts after the last fire that ran, or was skipped, as scheduled: catch-ups lie inside it.
export const sameOutageStatement: Statement = {
  name: 'ledger-same-outage',
  text: `
    select f."jobId"
    from unnest($1::int[], $2::timestamptz[]) as f("jobId", "at")
    left join lateral (
      select x."scheduledFor" as "at" from "Execution" x
      where x."jobId" = f."jobId" and x."scheduledFor" < f."at" and x."trigger" in ('schedule', 'catch_up')
        and x."trigger" = 'schedule' and x."outcome" is distinct from 'missed'
      order by x."scheduledFor" desc limit 1
    ) last on true
    where exists (
      select 1 from "Execution" m
      where m."jobId" = f."jobId" and m."scheduledFor" < f."at" and m."trigger" in ('schedule', 'catch_up')
        and m."scheduledFor" > coalesce(last."at", '-infinity'::timestamptz) and m."outcome" = 'missed'
    )`,
};

/** A missed fire is told like a failure, once per outage and job (D37), with the last of the rows just written. */
export async function notifyMissed({
  client,
  states,
  written,
  now,
}: {
  client: Client;
  states: LockedState[];
  written: InsertedFire[];
  now: number;
}): Promise<void> {
  const outages = [...groupByJob(written)].flatMap(([jobId, rows]) => {
    const sorted = rows.toSorted((a, b) => a.scheduledFor.getTime() - b.scheduledFor.getTime());
    const [first] = sorted;
    const last = sorted.at(-1);
    return first && last ? [{ jobId, from: first.scheduledFor, executionId: last.id }] : [];
  });
  const values = [outages.map(({ jobId }) => jobId), outages.map(({ from }) => from)];
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
