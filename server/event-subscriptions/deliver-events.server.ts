import { retryUntilCommitted } from '#server/database/retry-until-committed.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { type ClaimedDelivery, eventHoldMs } from './claim-deliveries.server.ts';
import { recordEventDelivery } from './record-event-delivery.server.ts';
import { sendEvent } from './send-event.server.ts';

/** Sends a claimed event once and records the result. Never throws for the receiver. */
export async function deliverEvent({
  delivery,
  now = Date.now,
}: {
  delivery: ClaimedDelivery;
  now?: () => number;
}): Promise<void> {
  const began = performance.now();
  const sent = await sendEvent({ event: delivery, receiver: delivery, now: now() });
  const endedAt = now();
  await retryUntilCommitted({
    write: () => recordEventDelivery({ delivery, sent, now: endedAt }),
    onError: (error) =>
      log().warn(
        { deliveryId: delivery.deliveryId, ...errorFields(error) },
        'The result of an event could not be recorded yet.',
      ),
    // After this time another worker may send it again.
    limitMs: began + eventHoldMs - performance.now(),
  });
}
