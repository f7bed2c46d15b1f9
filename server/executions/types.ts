import type { CallResult } from '#server/outbound/types.ts';

// What the ledger (this folder) and the engine (worker/, server/engine) tell each other.
// Instants are UTC milliseconds.

/** Where Temporal holds the activity of a fire, so that a dead worker's can be failed by id. */
export interface ActivityRef {
  workflowId: string;
  runId: string;
  activityId: string;
}

// The ledger's calls, each in a file of its own name:
//   planFires({ jobId, now, math, graceMs? }): Promise<Plan>
//   claimFires({ workerId, now, fires, math, graceMs? }): Promise<Claim[]>   one claim per held fire, in their order
//   claimAttempt({ workerId, now, held }): Promise<Claim>
//   claimRun({ workerId, now, executionId, ref }): Promise<Claim>
//   openRecorder(): { record(result): Promise<Recorded>, flush(): Promise<void>, close(): Promise<void> }
//   renewLease({ workerId }): Promise<{ isHeld: boolean }>   false: it was settled, go on under a new worker id
//   endLease({ workerId }): Promise<void>
//   settleLostWorkers({ now }): Promise<ActivityRef[]>   the activities to fail, so that Temporal hands them out again
// `graceMs` is max(10 s, activeJobs / 100 s); 10 s unless given. They throw when the database is away: look again.
// A claim whose answer was lost on the way (the commit went through) is handed out at the next look of this process.

/** A fire that the launch pad holds and asks about shortly before its instant. */
export interface HeldFire extends ActivityRef {
  jobId: number;
  scheduledFor: number;
}

/** A further attempt of an execution that is in the ledger already. */
export interface HeldAttempt extends ActivityRef {
  executionId: number;
  attempt: number;
}

export type ExecutionOutcome = 'success' | 'failed' | 'superseded' | 'skipped' | 'missed' | 'unknown';
export type ExecutionReason = 'overlap' | 'owner' | 'limit' | 'tier' | 'outage' | 'worker_lost';
export type ExecutionTrigger = 'schedule' | 'catch_up' | 'manual' | 'api' | 'replay' | 'test';

/** What a claim hands out: all that one call needs, opened (nothing sealed), as its version says. */
export interface ClaimedCall {
  executionId: number;
  attempt: number;
  jobId: number;
  ownerId: number;
  jobVersion: number;
  trigger: ExecutionTrigger;
  scheduledFor: number | null;
  /** scheduledFor, else when the run was asked for: each call tells its target. */
  dueAt: number;
  /** Constant over all attempts: fire_<jobId>_<epochSeconds>, else the request id. */
  webhookId: string;
  url: string;
  method: string;
  headers: Record<string, string>;
  payload: string | null;
  timeoutSeconds: number;
  retryCount: number;
  successCriterion: 'status_code' | 'body_match' | 'body_fail_match';
  successRegex: string | null;
  acceptedStatuses: string | null;
  /** The schedule's next instant after this fire; null for runs by hand. No attempt starts at or after it. */
  deadlineAt: number | null;
}

/** What became of an execution so far: the plan of the next attempt, or its end. */
export type Recorded =
  | { executionId: number; outcome: ExecutionOutcome; retryAt: null }
  | { executionId: number; outcome: null; retryAt: number };

export type Claim =
  /** Claimed under this worker: call it. */
  | { kind: 'call'; call: ClaimedCall }
  /** Paused, deleted, or the schedule no longer names the instant: no row, no call. */
  | { kind: 'changed' }
  /** It has its row already, or got one that says why it does not run. */
  | { kind: 'recorded'; recorded: Recorded }
  /**
   * Look again: a worker has it (its row ends, or its lease does), another call of the job is out and this
   * attempt waits for it, or this worker holds no lease at the moment and may claim nothing.
   */
  | { kind: 'busy' };

/** One attempt that was made, judged, as the recorder takes it. */
export interface AttemptResult {
  call: ClaimedCall;
  /** When the request left (or would have): never before scheduledFor. */
  startedAt: number;
  endedAt: number;
  result: CallResult;
  isSuccess: boolean;
  /** Code of the fault by the table of security.md section 2; null on success. */
  errorCode: string | null;
  /** The rule that decided, in words. */
  verdict: string;
  /** Drawn by domain/retry when the fault is retried and attempts remain; the ledger holds it against the deadline. */
  retryAt: number | null;
}

/**
 * An instant to fire at. One that lies in the past is due at once and comes first: either it is no more than
 * grace + 20 s late and runs as scheduled, or it is the one that is caught up. The claim tells which (and writes
 * the trigger); until then it has no row, so a planner that asks again is given it again.
 */
export interface NextFire {
  scheduledFor: number;
}

/** The answer of the planner: what a job's chain does next. `fires` holds one or two, `idle` stands for none. */
export type Plan =
  { kind: 'gone' } | ({ kind: 'idle' } & PlannedJob) | ({ kind: 'fires'; fires: NextFire[] } & PlannedJob);

export interface PlannedJob {
  version: number;
  ownerId: number;
  name: string;
  status: 'active' | 'paused' | 'inactive';
  tier: 'free' | 'premium' | 'ultimate';
  cron: string | null;
  timeZone: string;
  timeoutSeconds: number;
  overlap: 'skip' | 'queue' | 'allow';
  lastOutcome: ExecutionOutcome | null;
}

/** The schedule's arithmetic; tests of the engine inject one that fires every 2 s. */
export interface ScheduleMath {
  /** The next instants strictly after `after`. */
  nextFires: (args: { cron: string; timeZone: string; after: number; count: number }) => number[];
  /** All instants with after < instant <= until, oldest first, at most `limit`. */
  firesBetween: (args: {
    cron: string;
    timeZone: string;
    after: number;
    until: number;
    limit: number;
  }) => number[];
}
