import { apiStatus } from '#domain/outcome.ts';
import { columns, int, int8, text } from '#server/database/columns.ts';
import { type Client, query, type Statement, whenCommitted } from '#server/database/transaction.server.ts';
import { enqueueExecutionEvents } from '#server/event-subscriptions/execution-events.server.ts';
import type { CompletedExecution } from '#server/executions/ledger/completed-execution.ts';
import type { LockedState } from '#server/executions/ledger/lock-jobs.server.ts';
import { countDaily } from '#server/executions/statistics/count-daily.server.ts';
import { countLost } from '#server/executions/statistics/count-lost.server.ts';
import { countMinutes } from '#server/executions/statistics/count-minutes.server.ts';
import { fires } from '#server/metrics/instruments.server.ts';
import type { CompletionEvent } from '#server/notifications/types.ts';
import { onCompleted } from './on-completed.server.ts';

const goneStatus = 410;

interface StateAfter {
  state: LockedState;
  last: CompletedExecution;
  lastSuccessAt: number | null;
}

const statesAfter = columns<StateAfter>({
  jobId: int(({ state }) => state.jobId),
  lastRunAt: int8(({ last }) => last.startedAt),
  lastSuccessAt: int8(({ lastSuccessAt }) => lastSuccessAt),
  lastOutcome: text(({ last }) => last.outcome),
  lastStatusCode: int(({ last }) => last.statusCode),
  failureStreak: int(({ state }) => state.failureStreak),
  streakStartedAt: int8(({ state }) => state.streakStartedAt?.getTime() ?? null),
  goneStreak: int(({ state }) => state.goneStreak),
});

export const stateStatement: Statement = {
  name: 'ledger-count-state',
  text: `
    update "JobState" s set
      "lastRunAt" = greatest(s."lastRunAt", to_timestamp(t."lastRunAt" / 1000.0)),
      "lastSuccessAt" = coalesce(to_timestamp(t."lastSuccessAt" / 1000.0), s."lastSuccessAt"),
      "lastOutcome" = t."lastOutcome"::"Outcome",
      "lastStatusCode" = t."lastStatusCode",
      "failureStreak" = t."failureStreak",
      "streakStartedAt" = to_timestamp(t."streakStartedAt" / 1000.0),
      "goneStreak" = t."goneStreak",
      "notifiedAt" = case when t."failureStreak" > 0 then s."notifiedAt" end
    from ${statesAfter.unnest} as t(${statesAfter.names})
    where s."jobId" = t."jobId"`,
};

/**
 * Adds completed executions to the daily statistics and the states of their jobs, which the transaction holds locked,
 * with the consequences: notifications, an auto-pause. An execution counts once, on the UTC day it was due.
 *
 * @param states updated in place
 * @returns the jobs paused for failing
 */
export async function recordCompletions({
  client,
  states,
  completed,
}: {
  client: Client;
  states: LockedState[];
  completed: CompletedExecution[];
}): Promise<number[]> {
  const known = new Map(states.map((state) => [state.jobId, state]));
  const counted = completed.filter((end) => known.has(end.jobId));
  if (counted.length === 0) return [];
  const measure = () => {
    for (const { outcome, trigger } of counted) fires.inc({ outcome, trigger });
  };
  whenCommitted({ client, work: measure });
  // Skipped and missed executions do not change the last run and the streak.
  const runs = counted.filter(({ outcome }) => apiStatus(outcome) !== 'not_run');
  const { after, facts } = updateStreaks({ runs, known });
  await Promise.all([
    countDaily({ client, completed: counted }),
    countLost({ client, completed: counted }),
    countMinutes({ client, runs }),
    writeStates({ client, after }),
  ]);
  // After the rows of the executions, which are written beside.
  const heard = counted.filter(({ jobId }) => known.get(jobId)?.hasSubscribers);
  await enqueueExecutionEvents({ client, completed: heard });
  if (runs.length === 0) return [];
  for (const { state } of after) Object.assign(known.get(state.jobId) ?? {}, state);
  const watched = runs.filter((run) => run.watched ?? known.get(run.jobId)?.isTimed);
  return onCompleted({ client, states: after.map(({ state }) => state), facts, runs: watched });
}

async function writeStates({ client, after }: { client: Client; after: StateAfter[] }): Promise<void> {
  if (after.length > 0) await query({ client, statement: stateStatement, values: statesAfter.values(after) });
}

/** Streaks of the jobs after each completion, in order. */
function updateStreaks({ runs, known }: { runs: CompletedExecution[]; known: Map<number, LockedState> }) {
  const after = new Map<number, StateAfter>();
  const facts: CompletionEvent[] = [];
  for (const end of [...runs].sort((a, b) => a.endedAt - b.endedAt)) {
    const earlier = after.get(end.jobId);
    const before = earlier?.state ?? known.get(end.jobId);
    if (!before) continue;
    const state = stateAfter({ before, end });
    const lastSuccessAt = end.outcome === 'success' ? end.endedAt : (earlier?.lastSuccessAt ?? null);
    after.set(end.jobId, { state, last: end, lastSuccessAt });
    facts.push({
      kind: 'ended',
      jobId: end.jobId,
      executionId: end.executionId,
      outcome: end.outcome,
      streak: state.failureStreak,
      previousStreak: before.failureStreak,
      streakStartedAt: (state.streakStartedAt ?? before.streakStartedAt)?.getTime() ?? null,
      streakNotifiedAt: before.notifiedAt?.getTime() ?? null,
      now: end.endedAt,
      isTest: false,
    });
  }
  return { after: [...after.values()], facts };
}

function stateAfter({ before, end }: { before: LockedState; end: CompletedExecution }): LockedState {
  if (end.outcome === 'success')
    return { jobId: end.jobId, failureStreak: 0, streakStartedAt: null, goneStreak: 0, notifiedAt: null };
  const isGone = end.statusCode === goneStatus && end.errorCode === 'status_rejected';
  return {
    ...before,
    failureStreak: before.failureStreak + 1,
    streakStartedAt: before.streakStartedAt ?? new Date(end.endedAt),
    goneStreak: isGone ? before.goneStreak + 1 : 0,
  };
}
