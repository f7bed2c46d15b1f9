import { AppError } from '#domain/errors.ts';
import type { JobChannel } from '#domain/job/choices.ts';
import { readNotificationConfig } from '#domain/notifications/notification.ts';
import { db } from '#server/database/db.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { log } from '#server/log.server.ts';
import { defaultConfigField } from '#server/notifications/channels/channel.server.ts';
import { checkChannel } from '#server/notifications/channels/check-channel.server.ts';
import { seal, unseal } from '#server/sealing/seal.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/** Default channel of jobs without their own (D37). */
export interface DefaultChannel {
  type: JobChannel;
  /** A URL, or JSON with `url`, `after`, `every`, `recovery`. */
  config: string;
}

const mostCharacters = 2_048;

/**
 * The default channel of an account; null: notifications go to the owner by email, also if the stored channel cannot be
 * decrypted.
 */
export async function readDefaultChannel({ userId }: { userId: number }): Promise<DefaultChannel | null> {
  const { defaultNotificationType: type, defaultNotificationConfig: sealed } =
    await db().user.findUniqueOrThrow({
      where: { id: userId },
      select: { defaultNotificationType: true, defaultNotificationConfig: true },
    });
  if (sealed === null || (type !== 'slack' && type !== 'webhook')) return null;
  try {
    return { type, config: unseal({ sealed, userId, field: defaultConfigField }) };
  } catch (error) {
    log().error(
      { ownerId: userId, field: defaultConfigField, ...errorFields(error) },
      'A default notification channel could not be decrypted.',
    );
    return null;
  }
}

/**
 * Sets the default channel of jobs without their own; null removes it. Applies to later notifications.
 * @throws AppError validation_error on notificationConfig: no full URL, one on our side of the wall, or another host
 *   for Slack
 */
export async function saveDefaultChannel({
  owner,
  channel,
}: {
  owner: Owner;
  channel: DefaultChannel | null;
}): Promise<void> {
  const { id: userId, request } = owner;
  if (channel) await check({ owner, channel });
  const columns = {
    defaultNotificationType: channel?.type ?? null,
    defaultNotificationConfig:
      channel && seal({ text: channel.config.trim(), userId, field: defaultConfigField }),
  };
  await db().$transaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: columns });
    await recordEvent({
      tx,
      code: 'user_changed',
      actorId: userId,
      subjectId: userId,
      details: { default_channel: channel?.type ?? 'email' },
      ...(request && { request }),
    });
  });
}

async function check({
  owner,
  channel: { type: notificationType, config: notificationConfig },
}: {
  owner: Owner;
  channel: DefaultChannel;
}): Promise<void> {
  if (notificationConfig.length > mostCharacters) refuse('A URL can have 2,048 characters.');
  if (readNotificationConfig(notificationConfig) === null)
    refuse('Enter a full URL, such as https://hooks.slack.com/services/T0/B0/x.');
  await checkChannel({ input: { notificationType, notificationConfig }, owner });
}

function refuse(message: string): never {
  throw new AppError('validation_error', { message, details: { notificationConfig: message } });
}
