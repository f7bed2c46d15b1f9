import type { EventDetails } from '#domain/notifications/event-details.ts';
import type { Outcome } from '#domain/outcome.ts';

// Types shared with the ledger and the engine. Instants are UTC milliseconds.

/** A completed execution, or its effect on its job. Test runs send no notifications. */
export interface CompletionEvent {
  jobId: number;
  /** Null where the event is about no execution: it has an `occurrence` then. */
  executionId: number | null;
  /** missed: once per outage and job, with the execution of its last row. */
  outcome: Outcome;
  /** Failures in a row with this execution; 0 after a success. */
  streak: number;
  /** Failures in a row before it. */
  previousStreak: number;
  /** When the first of these failures ended; of the streak a success ends, too. */
  streakStartedAt: number | null;
  /** JobState.notifiedAt before this execution: when the owner was last notified of the streak. */
  streakNotifiedAt: number | null;
  now: number;
  isTest: false;
  /** All but too_long and certificate come beside the `ended` of the same execution. */
  kind: 'ended' | 'auto_pause' | 'auto_pause_warning' | EventDetails['kind'];
  /** For the kinds of {@link EventDetails}. */
  details?: EventDetails;
  /** Names the event where no execution does: a job is notified of each once. */
  occurrence?: string;
}

/** Result of delivering a notification. */
export type Delivery =
  | { kind: 'sent' }
  /** `isPaced`: its destination takes no other notification before that instant either. */
  | { kind: 'again'; at: number; isPaced?: boolean }
  | { kind: 'failed' };

/** Result of one delivery attempt. */
export interface Sent {
  /** Null if delivered. */
  errorCode: string | null;
  /** HTTP or SMTP status of the response. */
  statusCode: number | null;
  /** A retry would fail the same way. */
  isFinal: boolean;
  /** The channel itself is refused, not only this message: no later one will pass until its owner changes it. */
  isPermanent?: boolean;
  /** Delay requested by the channel, in milliseconds; null for none. */
  waitMs: number | null;
  /** First 200 characters of the response, without the address; null without a response. */
  response?: string | null;
  /** The sent body, without the address of the channel; null if nothing was sent. */
  body?: string | null;
}
