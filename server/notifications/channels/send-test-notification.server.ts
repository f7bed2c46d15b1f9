import { randomUUID } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import { testMessageId } from '#domain/ids.ts';
import type { Channel } from '#domain/notifications/notification.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { reserveDomainDelivery } from '#server/notifications/domain-delivery.server.ts';
import { jobData, jobUrl, type Message } from '#server/notifications/message.server.ts';
import { reserveDelivery } from '#server/notifications/reserve-delivery.server.ts';
import { type DecryptedChannel, sealDestination } from './channel.server.ts';
import { jobChannel } from './job-channel.server.ts';
import { paceOf } from './kinds/channel-senders.server.ts';
import { sendMessage } from './send-message.server.ts';

/** Result of a test notification. */
export interface TestedChannel {
  channel: Channel;
  /** Null when it has arrived. */
  errorCode: string | null;
  statusCode: number | null;
  /** The body as it was sent, secrets masked; null where nothing was to be sent. */
  body: string | null;
}

/**
 * Sends a test notification to the channel of a job, at once and in the same way as real ones. It counts toward the
 * pace of its destination and is stored nowhere.
 * @throws AppError not_found; rate_limit if the destination has had its messages of the minute
 */
export async function sendTestNotification({
  owner,
  jobId,
  now = Date.now(),
}: {
  owner: Owner;
  jobId: number;
  now?: number;
}): Promise<TestedChannel> {
  const { job, ...channel } = await jobChannel({ owner, jobId });
  return sendTest({
    ...channel,
    ...{ ownerId: owner.id, jobId, now, name: job.name, job: jobData({ job }) },
    link: { label: 'See the job', url: jobUrl(jobId) },
  });
}

/**
 * Sends the message of a test to a channel.
 * @param jobId 0 for a job that is not saved yet
 * @throws AppError rate_limit when the destination has got its messages of the minute
 */
export async function sendTest({
  open,
  isEmailVerified,
  ownerId,
  jobId,
  now,
  name,
  job,
  link,
}: {
  open: DecryptedChannel;
  isEmailVerified: boolean;
  ownerId: number;
  jobId: number;
  now: number;
  name: string;
  /** Job data of the message. */
  job: Record<string, unknown>;
  link: Message['link'];
}): Promise<TestedChannel> {
  const message: Message = {
    type: 'test',
    id: testMessageId(randomUUID()),
    at: new Date(now),
    title: `Test notification for ${name}`,
    lines: ['This is how notifications for this job arrive. Nothing has failed.'],
    link,
    data: { rule: 'test', job },
    ...{ severity: 'info', incidentKey: null, isResolved: false },
  };
  const to = open.channel === 'email' ? open.to : open.config.url;
  const { channelKey: key } = sealDestination({ ownerId, open });
  await reserveTestDelivery({ ownerId, key, channel: open.channel, destination: to, now });
  const destination = { channel: open.channel, to, ownerId, jobId, isEmailVerified };
  const { errorCode, statusCode, body = null } = await sendMessage({ message, destination, now });
  return { channel: open.channel, errorCode, statusCode, body };
}

/**
 * Counts a test toward the pace of its destination and of its domain.
 * @param key names the destination
 * @throws AppError rate_limit when it has got its messages of the minute
 */
export async function reserveTestDelivery({
  ownerId,
  key,
  channel,
  destination,
  now,
}: {
  ownerId: number;
  key: string;
  channel: Channel;
  destination: string;
  now: number;
}): Promise<void> {
  const reservation = await inTransaction((client) =>
    reserveDelivery({
      ...{ client, key, pace: paceOf(channel), now, isTest: true },
      takeWider: () => reserveDomainDelivery({ client, ownerId, channel, destination, now }),
    }),
  );
  if (reservation.kind === 'go') return;
  const seconds = reservation.kind === 'wait' ? Math.ceil((reservation.until - now) / 1_000) : 1;
  throw new AppError('rate_limit', {
    message: `This channel or its domain has reached its notification limit for this minute. Try again in ${seconds}s.`,
    details: { retry_after: seconds },
  });
}
