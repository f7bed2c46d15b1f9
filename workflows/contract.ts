import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import type { JobStatus, Overlap } from '#domain/job/choices.ts';
import type { NotificationState } from '#domain/notifications/notification.ts';
import type { Outcome } from '#domain/outcome.ts';
import type { Tier } from '#domain/plan.ts';

// Messages between the parts of the engine and Temporal. Every payload has a version tag, because histories outlive
// releases. Instants are UTC milliseconds. Never a URL, header, payload or secret.

export const jobWorkflow = 'job';
export const runWorkflow = 'run';
export const fireWorkflow = 'fire';
export const notifyWorkflow = 'notify';
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
/** Makes the workflow of a fire check again, if its last check found that the fire no longer holds. */
export const againSignal = 'again';

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

/** Id of a fire beside others of its job. */
export const fireWorkflowId = ({ jobId, scheduledFor }: { jobId: number; scheduledFor: number }) =>
  `job/${jobId}/fire/${scheduledFor}`;

export const notifyWorkflowId = ({ jobId, notificationId }: { jobId: number; notificationId: number }) =>
  `notify/${jobId}/${notificationId}`;

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
  /** Policy for a fire while a call of the job is in flight. */
  overlap: Overlap;
  lastOutcome: Outcome | null;
  /** The job's page, for operators. */
  link: string;
  /** Grace after its instant before a silent fire is redispatched. */
  graceMs: number;
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
  /** Instants already in flight: the result excludes them. */
  inFlight: number[];
}

export type JobPlan =
  { tag: 1; kind: 'gone' } | { tag: 1; kind: 'next'; facts: JobFacts; fires: PlannedFire[] };

export interface FireOrder {
  tag: 1;
  jobId: number;
  scheduledFor: number;
  version: number;
  cron: string | null;
  timeZone: string;
}

/** The argument of a fire's own workflow. */
export interface FireWorkflowOrder extends FireOrder {
  timeoutSeconds: number;
  graceMs: number;
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

export interface NotifyOrder {
  tag: 1;
  notificationId: number;
}

export type DeliveryResult =
  { tag: 1; kind: Exclude<NotificationState, 'pending'> } | { tag: 1; kind: 'again'; at: number };

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

/** Also the two fires after this one; none if they have to be planned again. */
export type FireResult = AttemptOutcome & {
  fires: PlannedFire[];
  /** As of now: it grows with the number of jobs. Absent where nothing was claimed. */
  graceMs?: number;
  /** The owner's, as of the claim: it changes without a version of the job. Absent where nothing was claimed. */
  tier?: Tier;
};

export interface JobActivities {
  planNextFire: (order: PlanOrder) => Promise<JobPlan>;
  fire: (order: FireOrder) => Promise<FireResult>;
  attempt: (order: AttemptOrder) => Promise<AttemptOutcome>;
  run: (order: RunOrder) => Promise<AttemptOutcome>;
  /** Ends an execution between two attempts; returns its state in the ledger. */
  endRetrying: (order: EndOrder) => Promise<AttemptOutcome>;
  /** Makes the one call of a test run; a second delivery never calls again. */
  callTest: (order: TestOrder) => Promise<void>;
  deliverNotification: (order: NotifyOrder) => Promise<DeliveryResult>;
}

/** One run of a system job. */
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
  return { tag: 1, epoch, jobId, facts: null, sleptUntil: 0, fires: [] };
}
