import { randomUUID } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import { readNotificationConfig } from '#domain/notification.ts';
import { db } from '#server/db.server.ts';
import { env } from '#server/env.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { channelOf, type OpenChannel } from './channel.server.ts';
import { checkChannel } from './check-channel.server.ts';
import type { Message } from './message.server.ts';
import { sendMessage } from './send-message.server.ts';
import { takeTestTurn, type TestedChannel } from './send-test-note.server.ts';

/** What a form says of its notes before it is saved. */
export interface NoteDraft {
  name: string;
  notificationType: string | null;
  /** A URL or JSON (D37). */
  notificationConfig: string | null;
}

/**
 * Sends a note that says it is a test to where the notes of a form would go. It counts to the pace of its
 * destination and is kept nowhere.
 * @throws AppError validation_error: no such channel; rate_limit: the destination has got its messages of the minute
 */
export async function sendDraftNote({
  owner,
  draft,
  now = Date.now(),
}: {
  owner: Owner;
  draft: NoteDraft;
  now?: number;
}): Promise<TestedChannel> {
  const { open, isEmailVerified } = await draftChannel({ owner, draft });
  await takeTestTurn({ ownerId: owner.id, open, now });
  const message: Message = {
    type: 'test',
    id: `test_${randomUUID()}`,
    at: new Date(now),
    title: `Test note of ${draft.name}`,
    lines: ['This is how the notes of this job arrive. Nothing has failed.'],
    link: { label: 'See your jobs', url: `${env().APP_ORIGIN}/dashboard` },
    data: { rule: 'test', job: { name: draft.name } },
  };
  const to = open.channel === 'email' ? open.to : open.config.url;
  const destination = { channel: open.channel, to, ownerId: owner.id, jobId: 0, isEmailVerified };
  const { errorCode, statusCode } = await sendMessage({ message, destination, now });
  return { channel: open.channel, errorCode, statusCode };
}

async function draftChannel({
  owner,
  draft: { notificationType: type, notificationConfig: text },
}: {
  owner: Owner;
  draft: NoteDraft;
}): Promise<{ open: OpenChannel; isEmailVerified: boolean }> {
  const user = await db().user.findUniqueOrThrow({ where: { id: owner.id } });
  const isEmailVerified = user.emailVerified;
  const columns = { ...user, ownerId: owner.id, notificationType: null, notificationConfig: null };
  if (text === null) return { open: channelOf(columns), isEmailVerified };
  const config = readNotificationConfig(text);
  if (config === null || (type !== 'slack' && type !== 'webhook')) {
    throw new AppError('validation_error', {
      message: 'Enter a whole URL, such as https://hooks.slack.com/services/T0/B0/x, and choose its type.',
    });
  }
  await checkChannel({ input: { notificationType: type, notificationConfig: text }, owner });
  return { open: { channel: type, config }, isEmailVerified };
}
