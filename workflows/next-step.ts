import { minuteMs } from '#domain/time/units.ts';
import type { PlannedFire } from './contract.ts';

/** With fires nearer than this, a job stays with a worker from fire to fire: hourly jobs too. */
export const nearMs = 65 * minuteMs;
/** Timers are no finer on the server. */
const shortestTimerMs = 1000;
const keepsOfRun = 20;
const eventsOfRun = 10_000;

export interface Situation {
  now: number;
  fires: PlannedFire[];
  sleptUntil: number;
  /** A worker holds the job and will report. */
  isKeepOpen: boolean;
  /** Executions between attempts that this run follows. */
  followed: number;
  keepsInRun: number;
  historyLength: number;
}

export type Step =
  /** Hand the job to a worker. */
  | { kind: 'keep'; firstFireAt: number }
  /** Until a change; at most `ms`, if given. */
  | { kind: 'wait'; ms?: number }
  /** The next run begins at that instant. */
  | { kind: 'continue'; at: number };

/** Next step of a job workflow (engine.md section 2). */
export function nextStep(situation: Situation): Step {
  const { now, fires, isKeepOpen, followed, sleptUntil } = situation;
  if (isKeepOpen) return { kind: 'wait' };
  const [next] = fires;
  // The server would stretch the next backoff to this run's own, had it not passed.
  const mayContinue = followed === 0 && now >= sleptUntil;
  // A manual-only job that is edited again and again would fill its history.
  if (!next) return isFull(situation) && mayContinue ? { kind: 'continue', at: now } : { kind: 'wait' };

  const at = next.scheduledFor - now < nearMs ? now : next.wakeAt;
  if (at - now < shortestTimerMs) {
    if (!isFull(situation)) return { kind: 'keep', firstFireAt: next.scheduledFor };
    if (mayContinue) return { kind: 'continue', at: now };
    return isOverfull(situation)
      ? waitToContinue(situation)
      : { kind: 'keep', firstFireAt: next.scheduledFor };
  }
  if (mayContinue) return { kind: 'continue', at };
  return {
    kind: 'wait',
    ms: Math.max((followed > 0 ? at : Math.min(at, sleptUntil)) - now, shortestTimerMs),
  };
}

const isOverfull = ({ historyLength }: Situation) => historyLength >= eventsOfRun;
const isFull = (situation: Situation) => isOverfull(situation) || situation.keepsInRun >= keepsOfRun;

const waitToContinue = ({ now, followed, sleptUntil }: Situation): Step =>
  followed > 0 ? { kind: 'wait' } : { kind: 'wait', ms: Math.max(sleptUntil - now, shortestTimerMs) };
