import { channelSecrets } from '#domain/notifications/stored-channel.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { responseStart } from '#server/notifications/end-of-call.server.ts';
import { callTarget } from '#server/outbound/call-target.server.ts';
import { recordRefusal } from '#server/outbound/guard/record-refusal.server.ts';
import { retryAfterMs } from '#server/outbound/response/retry-after.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';
import { eventBody, eventHeaders, type SealedSecrets, type StoredEvent } from './event-message.server.ts';
import { urlField } from './find-subscription.server.ts';

/** Time for one exchange. A receiver stores the event and works later. */
export const eventTimeoutMs = 15_000;

/** Result of one attempt. */
export interface EventAttempt {
  /** Null if it was received: a 2xx status. */
  errorCode: string | null;
  statusCode: number | null;
  /** The first 200 characters, without the address. */
  response: string | null;
  /** Delay that the receiver asked for. */
  waitMs: number | null;
}

/**
 * Sends an event once, through the guarded client. Errors are returned, never thrown.
 * @param now UTC milliseconds
 */
export async function sendEvent({
  event,
  receiver,
  now,
}: {
  event: StoredEvent;
  receiver: SealedSecrets & { url: string };
  now: number;
}): Promise<EventAttempt> {
  const { ownerId } = receiver;
  try {
    const url = unseal({ sealed: receiver.url, userId: ownerId, field: urlField });
    const payload = eventBody(event);
    const headers = eventHeaders({ event, body: payload, secrets: receiver, now });
    const { response, error, detail } = await callTarget({
      url,
      method: 'POST',
      headers,
      payload,
      timeoutMs: eventTimeoutMs,
    });
    if (error === 'target_not_allowed') await recordRefusal({ reason: detail, url, actorId: ownerId });
    const statusCode = response?.statusCode ?? null;
    const isReceived = statusCode !== null && statusCode >= 200 && statusCode < 300;
    return {
      errorCode: isReceived ? null : response ? 'status_rejected' : (error ?? 'protocol_error'),
      statusCode,
      response:
        response && responseStart({ body: response.body, secrets: channelSecrets({ kind: 'webhook', url }) }),
      waitMs: response && retryAfterMs({ headers: response.headers, now }),
    };
  } catch (error) {
    // A missing key may be present after the next start: decryption is retried.
    log().error({ eventId: event.eventId, ...errorFields(error) }, 'An event could not be sent.');
    return { errorCode: 'worker_lost', statusCode: null, response: null, waitMs: null };
  }
}
