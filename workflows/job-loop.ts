import { workflowInfo } from '@temporalio/workflow';
import type { Waiting } from './attempts.ts';
import type { JobFacts, JobLoopState, KeepReport, SyncMessage, WaitingAttempt } from './contract.ts';
import { isMemoStale, type Shown, shownOf } from './memo.ts';
import type { Situation } from './next-step.ts';

/** State of a run of the job workflow. */
export interface JobLoop {
  state: JobLoopState;
  /** The newest planned or announced version. */
  known: number;
  /** A plan is due: in the first run, after a message, or after a report without the next fires. */
  isDirty: boolean;
  isGone: boolean;
  /** Values shown to operators. */
  shown: Shown;
  /** An activity waits for the report of the worker that holds the job. */
  isKeepOpen: boolean;
  /** Executions whose further attempts this run follows. */
  followed: Set<number>;
  waiting: Waiting;
  keepsInRun: number;
  /** Consecutive reports without a run: planning slows down before it spins. */
  idleReports: number;
  /** Counts changes, for `waitForChange`. */
  revision: number;
}

export function createJobLoop({ given, waiting }: { given: JobLoopState; waiting: Waiting }): JobLoop {
  return {
    state: given,
    known: given.facts?.version ?? 0,
    isDirty: given.facts === null,
    isGone: false,
    shown: shownOf(given),
    isKeepOpen: false,
    followed: new Set(),
    waiting,
    keepsInRun: 0,
    idleReports: 0,
    revision: 0,
  };
}

/** Changes from the relay; known ones are ignored. */
export function onSync(loop: JobLoop, { epoch, version, isAgain }: SyncMessage) {
  const { state } = loop;
  const isNew = epoch > state.epoch || (epoch === state.epoch && version > loop.known);
  if (!isNew && !(isAgain && !loop.isKeepOpen)) return;
  if (isNew) loop.known = version;
  loop.state = { ...state, epoch: Math.max(epoch, state.epoch) };
  loop.isDirty = true;
  loop.idleReports = 0;
  loop.revision += 1;
}

/** Applies a worker's report; returns the executions that wait for an attempt and are not followed yet. */
export function onReport(loop: JobLoop, report: KeepReport): WaitingAttempt[] {
  const { isKept, hasRun, version, fires } = report;
  const { facts, residentSince } = loop.state;
  loop.isKeepOpen = false;
  loop.revision += 1;
  loop.idleReports = hasRun || isKept ? 0 : loop.idleReports + 1;
  loop.state = { ...loop.state, residentSince: isKept ? residentSince : null };
  if (facts) loop.state.facts = withReport({ facts, report });
  if (version === facts?.version && fires.length > 0) loop.state.fires = fires;
  else loop.isDirty = true;
  return unfollowed(loop, report.waiting);
}

function withReport({ facts, report }: { facts: JobFacts; report: KeepReport }): JobFacts {
  const { lastOutcome, graceMs, stayMs, tier } = report;
  return {
    ...facts,
    graceMs,
    stayMs,
    lastOutcome: lastOutcome ?? facts.lastOutcome,
    tier: tier ?? facts.tier,
  };
}

/** Hands the job to a worker. */
export function beginKeep(loop: JobLoop) {
  loop.isKeepOpen = true;
  loop.keepsInRun += 1;
  loop.state = { ...loop.state, residentSince: loop.state.residentSince ?? Date.now() };
}

export const unfollowed = ({ followed }: JobLoop, waiting: WaitingAttempt[]): WaitingAttempt[] =>
  waiting.filter(({ executionId }) => !followed.has(executionId));

export function recordOutcome(loop: JobLoop, lastOutcome: NonNullable<JobLoopState['facts']>['lastOutcome']) {
  if (loop.state.facts) loop.state = { ...loop.state, facts: { ...loop.state.facts, lastOutcome } };
}

/** Reports whether the memo and search attributes have to be updated: each update is a write in Temporal's store. */
export const isShownStale = ({ shown, state }: JobLoop) => isMemoStale({ shown, state, now: Date.now() });

export function situationOf({ state, isKeepOpen, followed, keepsInRun }: JobLoop): Situation {
  return {
    now: Date.now(),
    fires: state.fires,
    sleptUntil: state.sleptUntil,
    isKeepOpen,
    followed: followed.size,
    keepsInRun,
    historyLength: workflowInfo().historyLength,
  };
}
