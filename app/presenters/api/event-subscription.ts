import type { z } from 'zod';
import type { ErrorCode } from '#domain/execution.ts';
import { eventMessageId } from '#domain/ids.ts';
import { iso } from '#domain/time/iso.ts';
import type { EventDeliveryView, EventSubscriptionView } from '#server/event-subscriptions/types.ts';
import type { eventDeliverySchema, eventSubscriptionSchema } from './event-subscription-schema.ts';

/** An event subscription in the API. */
export function toApiEventSubscription(view: EventSubscriptionView): z.infer<typeof eventSubscriptionSchema> {
  return {
    id: view.id,
    url: view.url,
    types: view.types,
    enabled: view.disabledAt === null,
    disabled_reason: view.disabledReason,
    disabled_at: iso(view.disabledAt),
    failing_since: iso(view.failingSince),
    previous_secret_until: iso(view.previousSecretUntil),
    replaying: view.isReplaying,
    created_at: view.createdAt.toISOString(),
    updated_at: view.updatedAt.toISOString(),
  };
}

const kinds = ['live', 'resend', 'replay'] as const;

/** A line of the delivery log in the API. */
export function toApiEventDelivery(view: EventDeliveryView): z.infer<typeof eventDeliverySchema> {
  return {
    id: view.id,
    event_id: eventMessageId(view.eventId),
    type: view.type,
    job_id: view.jobId === 0 ? null : view.jobId,
    timestamp: view.at.toISOString(),
    kind: kinds[view.lane] ?? 'live',
    state: view.state,
    attempts: view.attempts,
    last_attempt: iso(view.attemptedAt),
    next_attempt: iso(view.nextAt),
    status_code: view.statusCode,
    error: view.errorCode as ErrorCode | null,
    response: view.response,
  };
}
