import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import type { JobStatus } from '#domain/job/choices.ts';
import type { Outcome } from '#domain/outcome.ts';
import type { Tier } from '#domain/plan.ts';

// Messages between the parts of the engine and Temporal. Every payload has a version tag, because histories outlive
// releases. Instants are UTC milliseconds. Never a URL, header, payload or secret.

export const jobWorkflow = 'job';
export const runWorkflow = 'run';
export const testWorkflow = 'test';
export const maintenanceWorkflow = 'maintenance';

/** Wakes the job workflow: `signalWithStart` only, because a plain signal does not end a backoff. */
export const syncSignal = 'sync';
/**
 * Makes the next attempt of an execution now, if it is waiting for one. Carries the execution's id and its number of
 * attempts at the time of the request: without a matching wait, it has no effect.
 */
export const retrySignal = 'retry';
/** Ends an execution between two attempts; carries the same. */
export const stopSignal = 'stop';

export const jobWorkflowId = (jobId: number) => `job/${jobId}`;

/** @param epoch of the installation: ids of executions may come again after a restored backup */
export const runWorkflowId = ({
  jobId,
  epoch,
  executionId,
}: {
  jobId: number;
  epoch: number;
  executionId: number;
}) => `job/${jobId}/run/${epoch}-${executionId}`;

export const testWorkflowId = (testRunId: string) => `test/${testRunId}`;

/** @param taskQueue distinguishes the installations of one namespace */
export const scheduleId = ({ taskQueue, name }: { taskQueue: string; name: string }) =>
  `maintenance/${taskQueue}/${name}`;

export const searchKeys = {
  jobId: defineSearchAttributeKey('JobId', SearchAttributeType.KEYWORD),
  ownerId: defineSearchAttributeKey('OwnerId', SearchAttributeType.KEYWORD),
  jobState: defineSearchAttributeKey('JobState', SearchAttributeType.KEYWORD),
  tier: defineSearchAttributeKey('Tier', SearchAttributeType.KEYWORD),
  lastOutcome: defineSearchAttributeKey('LastOutcome', SearchAttributeType.KEYWORD),
  nextFire: defineSearchAttributeKey('NextFire', SearchAttributeType.DATETIME),
};

/** An instant the schedule names, and when its activity is scheduled at the latest. */
export interface PlannedFire {
  scheduledFor: number;
  wakeAt: number;
}

/** A workflow's facts about its job, as of a version. */
export interface JobFacts {
  version: number;
  ownerId: number;
  name: string;
  status: JobStatus;
  tier: Tier;
  cron: string | null;
  timeZone: string;
  timeoutSeconds: number;
  lastOutcome: Outcome | null;
  /** The job's page, for operators. */
  link: string;
  /** The longest time without a heartbeat before an attempt is redispatched. */
  graceMs: number;
  /** Longest time that the job stays with a worker before a report is due. */
  stayMs: number;
}

/** An execution between two attempts. */
export interface WaitingAttempt {
  executionId: number;
  retryAt: number;
  /** Its attempts so far. */
  made: number;
}

/** State passed to the next run by continue-as-new. */
export interface JobLoopState {
  tag: 1;
  epoch: number;
  jobId: number;
  /** Null before the first plan. */
  facts: JobFacts | null;
  /** Intended start of the run; an earlier start means it was woken. */
  sleptUntil: number;
  /** At most the next two. */
  fires: PlannedFire[];
  /** Time since which workers have held the job from fire to fire; null while none does. */
  residentSince: number | null;
}

export interface SyncMessage {
  tag: 1;
  epoch: number;
  version: number;
  /** Plan although the version is known: the watchdog found the job overdue. */
  isAgain: boolean;
}

export interface PlanOrder {
  tag: 1;
  jobId: number;
}

export type JobPlan =
  | { tag: 1; kind: 'gone' }
  | {
      tag: 1;
      kind: 'next';
      facts: JobFacts;
      fires: PlannedFire[];
      /** Fires between two attempts: each has to be followed. */
      waiting: WaitingAttempt[];
    };

export interface KeepOrder {
  tag: 1;
  jobId: number;
  /** As operators see it: a change between good and bad is reported. */
  lastOutcome: Outcome | null;
  /** After this time, the worker reports in any case. */
  stayMs: number;
}

/** A worker's report about a job that it holds from fire to fire. */
export interface KeepReport {
  tag: 1;
  /** The worker still holds the job: the next `keepJob` has to follow at once. */
  isKept: boolean;
  /** Something has run or begun to wait since the order: false twice in a row means worker and workflow disagree. */
  hasRun: boolean;
  /** The newest version that the worker knows. */
  version: number;
  /** Null: none since the last report, or one that the workflow follows. */
  lastOutcome: Outcome | null;
  /** Fires that wait for a further attempt. */
  waiting: WaitingAttempt[];
  /** At most the next two; none if they have to be planned. */
  fires: PlannedFire[];
  graceMs: number;
  stayMs: number;
  /** The owner's tier as of the last claim: it changes without a new version of the job. Null if unknown. */
  tier: Tier | null;
}

export interface AttemptOrder {
  tag: 1;
  jobId: number;
  executionId: number;
  attempt: number;
}

/** A manual run, by API or a replay: its row is in the ledger, queued. Also the argument of its workflow. */
export interface RunOrder {
  tag: 1;
  jobId: number;
  executionId: number;
  timeoutSeconds: number;
  graceMs: number;
}

export interface EndOrder {
  tag: 1;
  executionId: number;
}

/** A call of a form, apart from any job; its row is in the database. Also the argument of its workflow. */
export interface TestOrder {
  tag: 1;
  testRunId: string;
}

/** Result of an attempt. */
export type AttemptOutcome =
  /** No row, no call: the job is paused, deleted, or no longer names the instant. */
  | { tag: 1; kind: 'changed' }
  /** `made`: its attempts so far. */
  | { tag: 1; kind: 'retry'; executionId: number; retryAt: number; made: number }
  | { tag: 1; kind: 'ended'; outcome: Outcome };

export interface JobActivities {
  planNextFire: (order: PlanOrder) => Promise<JobPlan>;
  /** Completes asynchronously: the worker that holds the job then reports by the activity's id. */
  keepJob: (order: KeepOrder) => Promise<KeepReport>;
  attempt: (order: AttemptOrder) => Promise<AttemptOutcome>;
  run: (order: RunOrder) => Promise<AttemptOutcome>;
  /** Ends an execution between two attempts; returns its state in the ledger. */
  endRetrying: (order: EndOrder) => Promise<AttemptOutcome>;
  /** Makes the one call of a test run; a second delivery never calls again. */
  callTest: (order: TestOrder) => Promise<void>;
}

/** One run of a maintenance task. */
export interface MaintenanceOrder {
  tag: 1;
  name: string;
}

export interface MaintenanceActivities {
  /** Returns the number of changed rows or workflows. */
  runMaintenanceTask: (order: MaintenanceOrder) => Promise<{ tag: 1; affected: number }>;
}

/** The argument of a job's first run. */
export function newJobLoop({ epoch, jobId }: { epoch: number; jobId: number }): JobLoopState {
  return { tag: 1, epoch, jobId, facts: null, sleptUntil: 0, fires: [], residentSince: null };
}
