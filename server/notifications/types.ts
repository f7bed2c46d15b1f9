import type { ExecutionOutcome } from '#server/executions/ledger/types.ts';

// What the ledger and the engine tell this folder. Instants are UTC milliseconds.

/** An execution that has ended for good, or what its end makes of its job. Test runs are not told. */
export interface CompletionEvent {
  jobId: number;
  executionId: number;
  /** missed: once per outage and job, with the execution of its last row. */
  outcome: ExecutionOutcome;
  /** Failures in a row with this execution; 0 after a success. */
  streak: number;
  /** Failures in a row before it. */
  previousStreak: number;
  /** When the first of these failures ended; of the streak that a success ends, too. */
  streakStartedAt: number | null;
  /** JobState.notifiedAt before this execution: when the owner was last told of the streak. */
  streakNotifiedAt: number | null;
  now: number;
  isTest: false;
  /** auto_pause and auto_pause_warning come beside the `ended` of the same execution. */
  kind: 'ended' | 'auto_pause' | 'auto_pause_warning';
}

export type Channel = 'slack' | 'webhook' | 'email' | 'push';

/** What came of trying to deliver a note. */
export type Delivery = { kind: 'sent' } | { kind: 'again'; at: number } | { kind: 'failed' };
