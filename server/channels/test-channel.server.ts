import { randomUUID } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import { testMessageId } from '#domain/ids.ts';
import { db } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { sendMessage } from '#server/notifications/channels/send-message.server.ts';
import {
  reserveTestDelivery,
  type TestedChannel,
} from '#server/notifications/channels/send-test-notification.server.ts';
import type { Message } from '#server/notifications/message.server.ts';
import type { Sent } from '#server/notifications/types.ts';
import { templateInUse } from './channel-template.server.ts';
import { closedError, deliveryTarget, type TargetChannel } from './delivery-target.server.ts';
import { sealLastDelivery } from './last-delivery.server.ts';
import { toLastDelivery } from './record-channel-delivery.server.ts';
import { refuseAbsentChannel } from './refuse-absent-channel.server.ts';
import { recordChannelEvent } from './save-channel.server.ts';
import { working } from './update-channel.server.ts';

/**
 * Sends a test notification to a channel, at once and in the same way as real ones. It is kept as its last delivery, and
 * a successful one enables a disabled channel; a failed one counts for nothing.
 * @throws AppError not_found: absent or another's; authorization_error: the plan does not include it; conflict: its settings
 *   cannot be read; rate_limit: its destination has had its messages of the minute
 */
export async function testChannel({
  owner,
  channelId,
  now = Date.now,
}: {
  owner: Owner;
  channelId: number;
  now?: () => number;
}): Promise<TestedChannel> {
  const row = await db().channel.findFirst({ where: { id: channelId, userId: owner.id, deletedAt: null } });
  if (!row) return refuseAbsentChannel({ owner, channelId });
  if ((await closedError({ ...row, disabledAt: null })) !== null)
    throw new AppError('authorization_error', {
      message: 'Your plan does not include this channel. Upgrade, or delete another one.',
    });
  const target = await readTarget(row);
  await reserveTestDelivery({
    ...{ ownerId: owner.id, key: target.paceKey, now: now() },
    ...{ channel: target.channel, destination: target.to },
  });
  const destination = { ...target, ownerId: owner.id, jobId: 0, isEmailVerified: false };
  const message = testMessage({ row, now: now() });
  const sent = await sendMessage({ message, destination, now: now() });
  await record({ owner, row, sent, now: now() });
  const { errorCode, statusCode, body = null } = sent;
  return { channel: target.channel, errorCode, statusCode, body };
}

async function readTarget(row: TargetChannel) {
  try {
    return { ...deliveryTarget(row), template: await templateInUse(row) };
  } catch (cause) {
    throw new AppError('conflict', {
      message: 'The settings of this channel cannot be read. Enter them again.',
      cause,
    });
  }
}

function testMessage({ row: { id, name, kind }, now }: { row: TargetChannel; now: number }): Message {
  const url = `${env().APP_ORIGIN}/dashboard/settings/channels/${id}`;
  return {
    type: 'test',
    id: testMessageId(randomUUID()),
    at: new Date(now),
    title: `Test notification for ${name}`,
    lines: ['This is how notifications to this channel arrive. Nothing has failed.'],
    link: { label: 'See the channel', url },
    data: { rule: 'test', channel: { id, name, kind } },
    ...{ severity: 'info', incidentKey: null, isResolved: false },
  };
}

async function record({
  owner,
  row: { id, userId, name, kind, disabledAt, config },
  sent,
  now,
}: {
  owner: Owner;
  row: TargetChannel;
  sent: Sent;
  now: number;
}): Promise<void> {
  const lastDelivery = sealLastDelivery({ userId, delivery: toLastDelivery({ sent, now, isTest: true }) });
  await db().$transaction(async (tx) => {
    await tx.channel.updateMany({ where: { id, deletedAt: null }, data: { lastDelivery } });
    if (sent.errorCode !== null) return;
    // One that was changed meanwhile has been enabled by that.
    const { count } = await tx.channel.updateMany({ where: { id, config, deletedAt: null }, data: working });
    if (count > 0 && disabledAt !== null)
      await recordChannelEvent({ tx, owner, channelId: id, details: { act: 'enabled', name, kind } });
  });
}
