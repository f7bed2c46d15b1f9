import type { DisabledReason, EventType } from '#domain/event-type.ts';
import type { notificationStates } from '#domain/notifications/notification.ts';

/** An event subscription as its owner sees it, without its secret. */
export interface EventSubscriptionView {
  id: number;
  /** Null if it cannot be decrypted, because a key is missing. */
  url: string | null;
  host: string;
  types: EventType[];
  /** When deliveries ended; null while it is enabled. */
  disabledAt: Date | null;
  disabledReason: DisabledReason | null;
  /** Since then every attempt failed. */
  failingSince: Date | null;
  /** Until when the previous secret signs too; null if it does not. */
  previousSecretUntil: Date | null;
  /** A replay that has not enqueued all of its events yet. */
  isReplaying: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** Lanes of deliveries: the lower goes first. */
export const lanes = { live: 0, again: 1, replay: 2 } as const;

/** A line of the delivery log. */
export interface EventDeliveryView {
  id: number;
  eventId: number;
  type: string;
  /** 0 for an event of no job. */
  jobId: number;
  /** When it happened. */
  at: Date;
  lane: number;
  state: (typeof notificationStates)[number];
  attempts: number;
  attemptedAt: Date | null;
  endedAt: Date | null;
  /** When the next attempt is due; null if there is none, or others go first. */
  nextAt: Date | null;
  errorCode: string | null;
  statusCode: number | null;
  response: string | null;
}
