import type { Outcome } from '#domain/outcome.ts';

// Types shared with the ledger and the engine. Instants are UTC milliseconds.

/** A completed execution, or its effect on its job. Test runs send no notifications. */
export interface CompletionEvent {
  jobId: number;
  executionId: number;
  /** missed: once per outage and job, with the execution of its last row. */
  outcome: Outcome;
  /** Failures in a row with this execution; 0 after a success. */
  streak: number;
  /** Failures in a row before it. */
  previousStreak: number;
  /** When the first of these failures ended; of the streak a success ends, too. */
  streakStartedAt: number | null;
  /** JobState.notifiedAt before this execution: when the owner was last told of the streak. */
  streakNotifiedAt: number | null;
  now: number;
  isTest: false;
  /** auto_pause and auto_pause_warning come beside the `ended` of the same execution. */
  kind: 'ended' | 'auto_pause' | 'auto_pause_warning';
}

/** Result of delivering a notification. */
export type Delivery = { kind: 'sent' } | { kind: 'again'; at: number } | { kind: 'failed' };

/** What came of one try. */
export interface Sent {
  /** Null when it has arrived. */
  errorCode: string | null;
  /** Of the answer: HTTP or SMTP. */
  statusCode: number | null;
  /** Another try would end the same way. */
  isFinal: boolean;
  /** What the channel asks to wait; null for nothing. */
  waitMs: number | null;
  /** How its response begins: 200 characters, without the address. Null where it gave none. */
  response?: string | null;
  /** The body as it was sent, without the address of the channel; null where nothing was to be sent. */
  body?: string | null;
}
