import type { PastExecution } from './simulate.ts';

/** State of a job after its past executions. */
export function stateOf(past: PastExecution[]) {
  const ran = past.filter(({ attempts }) => attempts.length > 0);
  const last = ran.at(-1);
  const lastSuccess = ran.findLast(({ outcome }) => outcome === 'success');
  const streak = ran.slice(lastSuccess ? ran.lastIndexOf(lastSuccess) + 1 : 0);
  const at = (instant: number | undefined) => (instant === undefined ? null : new Date(instant));
  return {
    lastRunAt: at(last?.attempts[0]?.startedAt),
    lastSuccessAt: at(lastSuccess?.endedAt),
    lastOutcome: last?.outcome ?? null,
    lastStatusCode: last?.attempts.at(-1)?.statusCode ?? null,
    failureStreak: streak.length,
    streakStartedAt: at(streak[0]?.endedAt),
  };
}
