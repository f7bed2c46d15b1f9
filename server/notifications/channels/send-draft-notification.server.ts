import { AppError } from '#domain/errors.ts';
import { missingUrlText, readNotificationConfig } from '#domain/notifications/notification.ts';
import { db } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { channelOf, type DecryptedChannel } from './channel.server.ts';
import { checkChannel } from './check-channel.server.ts';
import { sendTest, type TestedChannel } from './send-test-notification.server.ts';

/** Notification fields of an unsaved form. */
export interface NotificationDraft {
  name: string;
  notificationType: string | null;
  /** A URL or JSON (D37). */
  notificationConfig: string | null;
}

/**
 * Sends a test notification to the channel of a form. It counts toward the destination's limit and is not stored.
 * @param hasDefault a draft without a channel goes to the account's default before the owner's email
 * @throws AppError validation_error: no such channel, or the form uses none; rate_limit: the destination has had its
 *   messages of the minute
 */
export async function sendDraftNotification({
  owner,
  draft,
  hasDefault = true,
  now = Date.now(),
}: {
  owner: Owner;
  draft: NotificationDraft;
  hasDefault?: boolean;
  now?: number;
}): Promise<TestedChannel> {
  const { name } = draft;
  return sendTest({
    ...(await draftChannel({ owner, draft, hasDefault })),
    ...{ ownerId: owner.id, jobId: 0, now, name, job: { name } },
    link: { label: 'See your jobs', url: `${env().APP_ORIGIN}/dashboard` },
  });
}

async function draftChannel({
  owner,
  draft: { notificationType: type, notificationConfig: text },
  hasDefault,
}: {
  owner: Owner;
  draft: NotificationDraft;
  hasDefault: boolean;
}): Promise<{ open: DecryptedChannel; isEmailVerified: boolean }> {
  const user = await db().user.findUniqueOrThrow({ where: { id: owner.id } });
  const isEmailVerified = user.emailVerified;
  const columns = {
    ...user,
    ...(hasDefault ? {} : { defaultNotificationType: null, defaultNotificationConfig: null }),
    ...{ ownerId: owner.id, notificationType: null, notificationConfig: null },
  };
  // A test sent elsewhere would prove another channel than the named one.
  const missing = missingUrlText({ type, config: text, frequency: undefined });
  if (missing !== null) refuse({ notificationConfig: missing });
  if (text === null) return { open: channelOf(columns), isEmailVerified };
  const config = readNotificationConfig(text);
  if (config === null)
    refuse({
      notificationConfig: 'Enter a full URL, such as https://hooks.slack.com/services/T0/B0/x.',
    });
  if (type !== 'slack' && type !== 'webhook')
    refuse({ notificationType: 'Choose slack or webhook for this URL.' });
  await checkChannel({ input: { notificationType: type, notificationConfig: text }, owner });
  return { open: { channel: type, config }, isEmailVerified };
}

function refuse(details: Record<string, string>): never {
  throw new AppError('validation_error', { message: Object.values(details).join(' '), details });
}
