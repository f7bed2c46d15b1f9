import type { Overlap } from '#domain/job/choices.ts';
import { minuteMs } from '#domain/time/units.ts';
import type { PlannedFire } from './contract.ts';

/** Nearer than that, a fire is handed to the launch pad at once: one workflow task a fire instead of two. */
const armedAtOnceMs = 2 * minuteMs;
/** Nearer than this, the job loop stays in its run; a rarer job is not in the worker's cache at its fires. */
const stayMs = 5 * minuteMs;
/** Timers are no finer on the server: the last second belongs to the launch pad. */
const shortestTimerMs = 1000;
const firesOfRun = 20;
const eventsOfRun = 10_000;

/** Lead time of a fire if the result of the previous one did not dispatch it earlier. */
const leadMs = 5_000;
/** Time for a result to come back: it is recorded, and queues if many come at once. */
const responseLimitMs = 15_000;

export interface Situation {
  now: number;
  fires: PlannedFire[];
  sleptUntil: number;
  /** The latest fire whose first attempt has no result yet. */
  heldFor: number | null;
  /** That fire is caught up: its result names the next one. */
  isCatchingUp: boolean;
  /** Fires that are in flight or wait for an attempt. */
  inFlight: number;
  overlap: Overlap;
  timeoutSeconds: number;
  firesInRun: number;
  historyLength: number;
}

export type Step =
  | { kind: 'fire'; fire: PlannedFire }
  /** Until a change; at most `ms`, if given. */
  | { kind: 'wait'; ms?: number }
  /** The next run begins at that instant. */
  | { kind: 'continue'; at: number };

/** Next step of a job workflow (engine.md section 2). */
export function nextStep(situation: Situation): Step {
  const { now, fires, sleptUntil, inFlight, firesInRun, historyLength } = situation;
  const [next] = fires;
  const isFull = historyLength >= eventsOfRun;
  // A manual-only job that is edited again and again would fill its history.
  if (!next)
    return isFull && inFlight === 0 && now >= sleptUntil ? { kind: 'continue', at: now } : { kind: 'wait' };

  const isNear = next.scheduledFor - now < stayMs;
  if (!isNear || isFull || firesInRun >= firesOfRun) {
    // The server would stretch the next backoff to this run's own, had it not passed.
    if (inFlight === 0 && now >= sleptUntil)
      return { kind: 'continue', at: Math.max(armAt(situation, next), now) };
    if (isFull) return inFlight > 0 ? { kind: 'wait' } : { kind: 'wait', ms: sleptUntil - now };
  }
  const at = armAt(situation, next);
  if (at - now < shortestTimerMs) return { kind: 'fire', fire: next };
  if (respondsBefore(situation, next.scheduledFor)) return { kind: 'wait' };
  const until = inFlight === 0 && !isNear ? Math.min(at, sleptUntil) : at;
  return { kind: 'wait', ms: Math.max(until - now, shortestTimerMs) };
}

function armAt(situation: Situation, { scheduledFor, wakeAt }: PlannedFire): number {
  const { now, heldFor, isCatchingUp, inFlight, overlap, firesInRun } = situation;
  if (heldFor !== null) {
    // Once the next fire of the schedule is dispatched, no further one is caught up before it.
    if (isCatchingUp) return Math.max(wakeAt, scheduledFor - leadMs);
    // Its result is likely to come: a timer that ends at the held fire's own instant would be one more task for each
    // fire.
    const patientMs = Math.min((heldFor + scheduledFor) / 2, scheduledFor - leadMs);
    return Math.max(wakeAt, heldFor, patientMs);
  }
  // A delegated fire returns no result here: only a timer dispatches it.
  if (overlap === 'allow') return wakeAt;
  // A job that always fails always has an attempt waiting: without this its run would never end.
  if (inFlight > 0 && firesInRun >= firesOfRun) return wakeAt;
  return scheduledFor - now < armedAtOnceMs ? now : wakeAt;
}

/**
 * The result of the held fire comes first and dispatches the next one, without a timer. A queued fire may take long,
 * and the instant of a caught-up one does not show when its call ends.
 */
function respondsBefore(situation: Situation, scheduledFor: number): boolean {
  const { now, heldFor, overlap, timeoutSeconds } = situation;
  if (overlap === 'queue' || heldFor === null || heldFor < now) return false;
  const calledMs = heldFor + timeoutSeconds * 1000;
  return calledMs + responseLimitMs + leadMs < scheduledFor;
}
