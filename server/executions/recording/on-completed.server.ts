import { autoPauseReason, isPauseWarned } from '#domain/job/auto-pause.ts';
import { columns, int, int8 } from '#server/database/columns.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import { advanceStates } from '#server/executions/ledger/advance-states.server.ts';
import type { CompletedExecution } from '#server/executions/ledger/completed-execution.ts';
import type { LockedState } from '#server/executions/ledger/lock-jobs.server.ts';
import { pauseFailingJobs } from '#server/jobs/pause-failing-jobs.server.ts';
import { enqueueNotifications } from '#server/notifications/enqueue-notifications.server.ts';
import type { CompletionEvent } from '#server/notifications/types.ts';
import { watchFacts } from './watch-facts.server.ts';

const notifiedJobs = columns<{ jobId: number; at: number }>({
  jobId: int(({ jobId }) => jobId),
  at: int8(({ at }) => at),
});

const notifiedStatement: Statement = {
  name: 'ledger-told',
  text: `
    update "JobState" s set "notifiedAt" = to_timestamp(t."at" / 1000.0)
    from ${notifiedJobs.unnest} as t(${notifiedJobs.names})
    where s."jobId" = t."jobId"`,
};

/**
 * Consequences of completed executions: pauses jobs that failed for too long, and enqueues notifications.
 * @param states after the completions
 * @param facts in the order of completion
 * @param runs the same executions
 * @returns the paused jobs
 */
export async function onCompleted({
  client,
  states,
  facts,
  runs,
}: {
  client: Client;
  states: LockedState[];
  facts: CompletionEvent[];
  /** Those of jobs that watch more than the result of a run. */
  runs: CompletedExecution[];
}): Promise<number[]> {
  const last = new Map(facts.map((fact) => [fact.jobId, fact]));
  const failing = states.flatMap(({ jobId, failureStreak, streakStartedAt, goneStreak }) => {
    const reason = autoPauseReason({
      failures: failureStreak,
      since: streakStartedAt?.getTime() ?? null,
      gone: goneStreak,
      now: last.get(jobId)?.now ?? 0,
    });
    return reason === null ? [] : [{ jobId, reason }];
  });
  const paused = await pauseFailingJobs({ client, failing });
  // Nothing is accounted for by a pause; it only has no next run.
  await advanceStates({
    client,
    jobs: paused.map((jobId) => ({ jobId, accountedUntil: 0, nextRunAt: null })),
  });
  const ended = facts.flatMap((fact) => [fact, ...pauseFacts({ fact, last, paused })]);
  await enqueue({ client, facts: [...ended, ...(await watchFacts({ client, facts, runs }))] });
  return paused;
}

/** Enqueues the notifications, and records when lasting failures were notified. */
export async function enqueue({
  client,
  facts,
}: {
  client: Client;
  facts: CompletionEvent[];
}): Promise<void> {
  const notified = await enqueueNotifications({ client, facts });
  if (notified.length === 0) return;
  const at = new Map(facts.map(({ jobId, now }) => [jobId, now]));
  const values = notifiedJobs.values(notified.map((jobId) => ({ jobId, at: at.get(jobId) ?? 0 })));
  await query({ client, statement: notifiedStatement, values });
}

function pauseFacts({
  fact,
  last,
  paused,
}: {
  fact: CompletionEvent;
  last: Map<number, CompletionEvent>;
  paused: number[];
}): CompletionEvent[] {
  if (paused.includes(fact.jobId) && last.get(fact.jobId) === fact) return [{ ...fact, kind: 'auto_pause' }];
  return isPauseWarned(fact.streak) ? [{ ...fact, kind: 'auto_pause_warning' }] : [];
}
