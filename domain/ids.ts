const largest = 2 ** 31 - 1;

/** The id in a path or a form: a whole number from 1 up, as PostgreSQL's integer holds it; else null. */
export function parseId(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9]\d{0,15}$/.test(text)) return null;
  const id = Number(text);
  return id <= largest ? id : null;
}

/** The id of an execution: as parseId, in the range where a number is exact. */
export function parseExecutionId(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9]\d{0,15}$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}

/**
 * The id under which a target knows an execution: the header `webhook-id`, the same for all attempts. Part of the public
 * promise: `fire_<jobId>_<epoch seconds>` for a scheduled time, else the UUID of the request (manual, api, replay, test).
 * @param scheduledFor UTC milliseconds; null where no scheduled time is meant
 * @param requestId UUID; null for a scheduled time
 */
export function webhookIdOf<Request extends string | null>({
  jobId,
  scheduledFor,
  requestId,
}: {
  jobId: number;
  scheduledFor: number | null;
  requestId: Request;
}): string | Request {
  return scheduledFor === null ? requestId : `fire_${jobId}_${Math.floor(scheduledFor / 1_000)}`;
}

/** The id of a notification, the same for all its deliveries. */
export const notificationMessageId = (notificationId: bigint) => `note_${notificationId}`;

/** The id of an event in its messages, the same for all subscriptions, attempts and replays. */
export const eventMessageId = (eventId: number) => `evt_${eventId}`;

/** The id of a message about all notifications that wait for a destination, by the message of the first. */
export const digestMessageId = (firstMessageId: string) => `digest_${firstMessageId}`;

/** The id of a message that tests a channel. */
export const testMessageId = (uuid: string) => `test_${uuid}`;

/** The Message-ID of the mail that asks a recipient for consent. */
export const confirmationMessageId = ({ uuid, domain }: { uuid: string; domain: string }) =>
  `confirm_${uuid}@${domain}`;
