import { notificationLimitSeconds } from '#domain/notifications/notification-words.ts';
import { db } from '#server/database/db.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { countFailingJobs } from '#server/jobs/reads/count-failing-jobs.server.ts';
import { log } from '#server/log.server.ts';
import { cutJsonBytes } from '#server/notifications/cut-text.server.ts';
import { endOfCall } from '#server/notifications/end-of-call.server.ts';
import type { Message } from '#server/notifications/message.server.ts';
import type { Sent } from '#server/notifications/types.ts';
import { callTarget } from '#server/outbound/call-target.server.ts';
import { recordRefusal } from '#server/outbound/guard/record-refusal.server.ts';
import { isPoint, decryptSubscription } from '#server/push/browser-subscription.server.ts';
import { pushPublicKey, pushRequest } from '#server/push/push-request.server.ts';

/** A message of web push has 4,096 bytes, sealed: 3,993 of JSON (RFC 8291), with 500 for all but these two texts. */
const mostTitleBytes = 1_200;
const mostBodyBytes = 2_200;

const arrived: Sent = { errorCode: null, statusCode: null, isFinal: true, waitMs: null };
const unsubscribed: Sent = { ...arrived, errorCode: 'push_unsubscribed' };
const undecryptable: Sent = { ...arrived, errorCode: 'worker_lost', isFinal: false };

/** Result of push notifications without a browser: no error, and nothing left to do. */
export const withoutBrowser = ['push_unsubscribed', 'push_unconfigured'];

/**
 * Pushes a message to all browsers of an account at once. It counts as sent when one of them has it, because a retry
 * would show it there again; otherwise it is retried while one of them may still accept it. A browser that its push
 * service reports as removed, or with an invalid key, is deleted. An error with one affects no other.
 */
export async function sendByPush({
  message,
  ownerId,
  now,
}: {
  message: Message;
  ownerId: number;
  now: number;
}): Promise<Sent> {
  if (pushPublicKey() === null) return { ...arrived, errorCode: 'push_unconfigured' };
  const browsers = await db().pushSubscription.findMany({ where: { userId: ownerId } });
  const text = JSON.stringify({ ...pushWords(message), failing: await countFailingJobs({ ownerId }) });
  const topic = message.id.slice(-32);
  const ends = await Promise.all(
    browsers.map((browser) =>
      sendToBrowser({ browser, text, topic, ownerId, now }).catch((error: unknown) => {
        // A key that is missing may be there after the next start.
        log().error(errorFields(error), 'A notification could not be pushed to a browser.');
        return undecryptable;
      }),
    ),
  );
  const gone = browsers.filter((_, index) => ends[index] === unsubscribed);
  await db().pushSubscription.deleteMany({ where: { id: { in: gone.map(({ id }) => id) } } });
  return (
    ends.find(({ errorCode }) => errorCode === null) ??
    ends.find(({ isFinal }) => !isFinal) ??
    ends.find((end) => end !== unsubscribed) ??
    unsubscribed
  );
}

async function sendToBrowser({
  browser: { subscription: sealed },
  text,
  topic,
  ownerId,
  now,
}: {
  browser: { subscription: string };
  text: string;
  topic: string;
  ownerId: number;
  now: number;
}): Promise<Sent> {
  const subscription = decryptSubscription({ sealed, userId: ownerId });
  if (!isPoint(subscription.p256dh)) return unsubscribed;
  const timeoutMs = notificationLimitSeconds.push * 1_000;
  const request = pushRequest({ subscription, text, topic, timeoutMs });
  const { response, error, detail } = await callTarget(request);
  if (error === 'target_not_allowed')
    await recordRefusal({ reason: detail, url: request.url, actorId: ownerId });
  const statusCode = response?.statusCode ?? null;
  if (error === null && (statusCode === 404 || statusCode === 410)) return unsubscribed;
  return endOfCall({ response, error, now });
}

/** Text for the service worker (app/service-worker/read-push.ts). */
export function pushWords({ id, title, lines, link }: Message) {
  const { pathname, search } = new URL(link.url);
  return {
    title: cutJsonBytes({ text: title, most: mostTitleBytes }),
    body: cutJsonBytes({ text: lines.slice(0, 2).join(' '), most: mostBodyBytes }),
    tag: id,
    url: pathname + search,
  };
}
