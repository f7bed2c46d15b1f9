import { eventTypes, testEventType } from '#domain/event-type.ts';
import { db } from '#server/database/db.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';
import { requireSubscription } from './find-subscription.server.ts';
import { requireEventPlan } from './require-plan.server.ts';
import { sendEvent, type EventAttempt } from './send-event.server.ts';
import { lanes } from './types.ts';

/**
 * Sends a test event to a subscription, at once and in the same way as real ones; it stands in the delivery log. Works
 * for a disabled one, too.
 * @throws AppError not_found; authorization_error: another plan; rate_limit
 */
export async function sendTestEvent({
  owner,
  id,
  now = Date.now(),
}: {
  owner: Owner;
  id: number;
  now?: number;
}): Promise<EventAttempt & { deliveryId: number }> {
  const { id: ownerId, request } = owner;
  const receiver = await requireSubscription({ ownerId, id });
  requireEventPlan(owner);
  await consumeRateLimit({
    limit: 'test_run',
    key: ownerId,
    actorId: ownerId,
    path: '',
    ...(request && { request }),
  });
  const data = {
    message: 'This is a test. Nothing has happened to your jobs.',
    subscription: { id, types: eventTypes.filter((type) => receiver.types.includes(type)) },
  };
  const at = new Date(now);
  const event = await db().event.create({ data: { ownerId, type: testEventType, jobId: 0, at, data } });
  const stored = { eventId: Number(event.id), type: testEventType, at, data };
  const sent = await sendEvent({ event: stored, receiver, now });
  const { errorCode, statusCode, response } = sent;
  const made = await db().eventDelivery.create({
    data: {
      ...{ subscriptionId: id, eventId: event.id, jobId: 0, lane: lanes.live, attempts: 1 },
      ...{ errorCode, statusCode, response, state: errorCode === null ? 'sent' : 'failed' },
      ...{ enqueuedAt: at, attemptedAt: at, endedAt: new Date() },
    },
  });
  return { ...sent, deliveryId: Number(made.id) };
}
