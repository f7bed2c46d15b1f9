import type { Outcome } from './outcome.ts';

/** The events that an event subscription can receive. */
export const eventTypes = [
  'execution.succeeded',
  'execution.failed',
  'execution.missed',
  'execution.skipped',
  'job.created',
  'job.updated',
  'job.paused',
  'job.deleted',
  'incident.opened',
  'incident.closed',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Type of the message that tests a subscription. */
export const testEventType = 'test';

/** Each type in words, for the form and the reference. */
export const eventTypeHints: Record<EventType, string> = {
  'execution.succeeded': 'A run succeeded.',
  'execution.failed': 'A run failed, was superseded, or its outcome is unknown.',
  'execution.missed': 'Scheduled times were missed in an outage.',
  'execution.skipped': 'A scheduled time was skipped.',
  'job.created': 'A job was created.',
  'job.updated': 'A job was changed, resumed or deactivated.',
  'job.paused': 'A job was paused, by you or by Punctual.',
  'job.deleted': 'A job was deleted.',
  'incident.opened': 'A job began to fail.',
  'incident.closed': 'A failing job recovered, or was paused or deleted.',
};

/** The event of an execution that ended. */
export function executionEventType(outcome: Outcome): EventType {
  if (outcome === 'success') return 'execution.succeeded';
  if (outcome === 'missed') return 'execution.missed';
  return outcome === 'skipped' ? 'execution.skipped' : 'execution.failed';
}

/** Reasons that end the deliveries of a subscription: its owner, a 410, or failures for days. */
export const disabledReasons = ['owner', 'gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** The page of an event subscription, or of a new one. */
export const eventSubscriptionPath = (id: number | 'new') => `/dashboard/settings/event-subscriptions/${id}`;

/** Days that events can be replayed. */
export const eventDays = 7;
