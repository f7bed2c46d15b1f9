import type { Overlap } from '#domain/job/choices.ts';
import type { Outcome } from '#domain/outcome.ts';
import type { Tier } from '#domain/plan.ts';
import type { WaitingAttempt } from '#workflows/contract.ts';

/** A job that this worker holds from fire to fire. Small: there may be tens of thousands. */
export interface Resident {
  readonly jobId: number;
  version: number;
  /** The newest announced version. */
  newest: number;
  cron: string | null;
  /** Paused or inactive: its schedule alone does not say when it fires. */
  isPaused: boolean;
  timeZone: string;
  overlap: Overlap;
  tier: Tier | null;
  /** The last outcome here since the last report, or since an attempt that the workflow follows. */
  lastOutcome: Outcome | null;
  /** The outcome that operators see. */
  shownOutcome: Outcome | null;
  /** Operators may see the outcome of a followed attempt, or an older tier: the next outcome is reported. */
  isShownUnsure: boolean;
  /** Its instants in the launch pad, or about to go back there. */
  held: number[];
  /** The next instant if it is too far away to be held; null without one. */
  farFire: number | null;
  callsOut: number;
  isPlanning: boolean;
  /** A plan was requested while one is running. */
  isPlanAgain: boolean;
  /** Consecutive fires that turned out changed: planning slows down before it spins. */
  changesInRow: number;
  /** Something has run or begun to wait since the last report. */
  hasRun: boolean;
  /** Executions for the next report: they wait for an attempt. */
  waiting: WaitingAttempt[];
  /** Executions that the workflow follows. */
  followed: number[];
  /** When a report is due in any case. */
  reportAt: number;
  /** The next report is the last one: the next fire is far away, or there is none. */
  isEnding: boolean;
  /** Given to other workers: this one goes on until another one has taken it. */
  isFreed: boolean;
  /** Another worker has it, or nobody: its calls in flight end here. */
  isGone: boolean;
}

/** A job that this worker holds from now on: it has to be planned. */
export const newResident = ({ jobId, reportAt }: { jobId: number; reportAt: number }): Resident => ({
  jobId,
  version: 0,
  newest: 0,
  cron: null,
  isPaused: false,
  timeZone: 'UTC',
  overlap: 'skip',
  tier: null,
  lastOutcome: null,
  shownOutcome: null,
  isShownUnsure: false,
  held: [],
  farFire: null,
  callsOut: 0,
  isPlanning: false,
  isPlanAgain: false,
  changesInRow: 0,
  hasRun: false,
  waiting: [],
  followed: [],
  reportAt,
  isEnding: false,
  isFreed: false,
  isGone: false,
});

/** Executions that a job remembers as followed. */
const mostFollowed = 10;

/** Notes executions whose further attempts this worker leaves to the workflow, or makes itself. */
export function rememberFollowed(resident: Resident, executionIds: Iterable<number>): void {
  resident.followed = [...resident.followed, ...executionIds].slice(-mostFollowed);
}
