import type { Criterion, JobStatus, JobType, Overlap } from '#domain/job/choices.ts';
import type { RequestAuth } from '#domain/job/request-auth.ts';
import type { RetryDelays } from '#domain/job/retry-delays.ts';
import type { Outcome } from '#domain/outcome.ts';
import type { Tier } from '#domain/plan.ts';
import type { CallTrigger } from '#domain/trigger.ts';
import type { WatchedResponse } from '#server/outbound/response/watched-value.server.ts';
import type { CallerFacts, CallResult } from '#server/outbound/types.ts';

// Types shared by the ledger (this folder) and the engine (worker/, server/engine). Instants are UTC milliseconds.

/** Where Temporal holds the activity of a fire, so a dead worker's can be failed by id. */
export interface ActivityRef {
  workflowId: string;
  runId: string;
  activityId: string;
}

/** An activity whose worker was lost. */
export interface LostActivity extends ActivityRef {
  /** By the database's clock, such as when the lease of its worker was over: started later, it has another worker. */
  lostAt: number;
}

/** A worker whose lease is over. */
export interface LostWorker {
  id: string;
  /** When its lease was over, by the database's clock. */
  lostAt: number;
}

/**
 * Called in the claim pass for a call that every other rule allows; true reserves a slot, to be released if no `call`
 * follows. If not admitted, the claim is `busy`. A blocked fire has its queued row; once the job's next fire is due, it
 * is skipped with reason limit.
 */
export type Admit = (facts: CallerFacts) => boolean;

// A fire blocked by the overlap policy or a limit is queued: one row without outcome and claim, until a claim pass
// claims or skips it. No worker owns it; `planFires` returns its instant first, to any worker. With overlap `queue`, at
// most one fire of a job is queued (engine.md section 3).

/** A fire that the launch pad holds and claims shortly before its instant. */
export interface HeldFire {
  jobId: number;
  scheduledFor: number;
}

/** A further attempt of an execution that is in the ledger already. */
export interface HeldAttempt {
  executionId: number;
  attempt: number;
  /** The activity that makes it; null where none does, after the loss of a worker. */
  ref: ActivityRef | null;
}

/** Result of a claim: everything for one call, decrypted, as its version says. */
export interface ClaimedCall {
  executionId: number;
  attempt: number;
  jobId: number;
  ownerId: number;
  /** Its owner's, as of the claim; null for a test run. */
  tier: Tier | null;
  jobVersion: number;
  /** A test run's call is no execution: the ledger neither claims nor records it. */
  trigger: CallTrigger;
  scheduledFor: number | null;
  /** scheduledFor, or the time of the request: passed to the target with each call. */
  dueAt: number;
  type: JobType;
  /** True if the owner wants it signed (Standard Webhooks). */
  isSigned: boolean;
  /** Absent: they are not followed. */
  followRedirects?: boolean;
  /** When an execution of the job last succeeded, as of the claim. */
  lastSuccessAt: number | null;
  /** Constant over all attempts: fire_<jobId>_<epochSeconds>, else the request id. */
  webhookId: string;
  url: string;
  method: string;
  headers: Record<string, string>;
  /** Null or absent: none. */
  auth?: RequestAuth | null;
  payload: string | null;
  timeoutSeconds: number;
  retryCount: number;
  /** Null or absent: the waits of the service (domain/job/retry). */
  retryDelays?: RetryDelays | null;
  successCriterion: Criterion;
  successRegex: string | null;
  acceptedStatuses: string | null;
  /** The part of a success that is compared with the last one; null or absent: none. */
  answerWatch?: string | null;
  /** The schedule's next instant after this fire; null for manual runs. No attempt starts at or after it. */
  deadlineAt: number | null;
}

/** State of an execution: the next attempt, or its end. */
export type Recorded =
  | { executionId: number; outcome: Outcome; retryAt: null }
  /** `made`: its attempts so far. */
  | { executionId: number; outcome: null; retryAt: number; made: number };

export type Claim =
  /** Claimed under this worker: call it. */
  | { kind: 'call'; call: ClaimedCall }
  /** Paused, deleted, or the schedule no longer names the instant: no row, no call. */
  | { kind: 'changed' }
  /** It has its row already, or got one that says why it does not run. */
  | { kind: 'recorded'; recorded: Recorded }
  /**
   * Busy: a worker has it (its row ends, or its lease does), another call of the job is in flight and this one waits
   * for it (a further attempt, a queued fire, the next catch-up), a limit blocks it, its instant is more than 2 s away
   * by the database's clock, or this worker has no lease at the moment and may claim nothing.
   */
  | { kind: 'busy' };

/**
 * The result for a requested run. `wait`: a replay may not call yet, and retries later without holding an activity.
 * `ahead` counts the older queued replays of its job.
 */
export type RunClaim = Claim | { kind: 'wait'; ahead: number };

/** One attempt that was made, judged, as the recorder takes it. */
export interface AttemptResult {
  call: ClaimedCall;
  /** When the request left (or would have): never before scheduledFor. */
  startedAt: number;
  endedAt: number;
  result: CallResult;
  isSuccess: boolean;
  /** Error code by the table of security.md section 2; null on success. */
  errorCode: string | null;
  /** The rule that decided, in words. */
  verdict: string;
  /** Rendered values of the request's variables, without secrets; null if it has none. */
  variables: Record<string, string> | null;
  /**
   * Chosen by domain/job/retry if the error is retried and attempts remain; the ledger checks it against the deadline.
   */
  retryAt: number | null;
  /** The watched part of a success; null or absent if the job watches none. */
  watched?: WatchedResponse | null;
}

/**
 * An instant to fire at. A past one comes first: it is queued, or at most grace + 20 s late and runs as scheduled, or
 * the next catch-up (`all`: the oldest of the last hour; plan again after it). The claim decides the trigger; a planner
 * that repeats its request before gets it again.
 */
export interface NextFire {
  scheduledFor: number;
}

/** Result of the planner: the next step of a job's workflow. `fires` has one or two, `idle` none. */
export type FirePlan =
  { kind: 'gone' } | ({ kind: 'idle' } & PlannedJob) | ({ kind: 'fires'; fires: NextFire[] } & PlannedJob);

/** A fire between two attempts, as the ledger has it. */
export type WaitingFire = Extract<Recorded, { outcome: null }>;

export interface PlannedJob {
  version: number;
  ownerId: number;
  name: string;
  status: JobStatus;
  tier: Tier;
  cron: string | null;
  timeZone: string;
  timeoutSeconds: number;
  overlap: Overlap;
  lastOutcome: Outcome | null;
  /** Its fires between two attempts: somebody has to follow them. */
  waiting: WaitingFire[];
}

/** The schedule's arithmetic; tests of the engine inject one that fires every 2 s. */
export interface ScheduleCalculator {
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
