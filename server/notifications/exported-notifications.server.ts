import type { Channel, NotificationState } from '#domain/notifications/notification.ts';
import { db } from '#server/database/db.server.ts';
import type { Prisma } from '#server/generated/client.ts';
import { notifiedDestination } from '#server/notifications/channels/channel.server.ts';
import { readRule } from './stored-rule.ts';

/** A notification for its owner's export: of its destination only the host, or the address. */
export interface ExportedNotification {
  /** Null where it is about no execution: a certificate. */
  executionId: number | null;
  rule: string;
  channel: string;
  /** The named channel; null for the job's own channel, email and push. */
  channelId: number | null;
  destination: string;
  state: NotificationState;
  errorCode: string | null;
  statusCode: number | null;
  /** Beginning of the channel's last response. */
  response: string | null;
  enqueuedAt: Date;
  /** When it was delivered or given up. */
  endedAt: Date | null;
}

/**
 * All notifications of some executions, oldest first.
 * @param executionIds of the owner's jobs; a few hundred at most
 */
export async function notificationsOf({
  ownerId,
  executionIds,
}: {
  ownerId: number;
  executionIds: number[];
}): Promise<ExportedNotification[]> {
  return exported({ ownerId, where: { executionId: { in: executionIds } } });
}

/** The notifications of a job that are about none of its executions, oldest first. */
export async function jobNotificationsOf({
  ownerId,
  jobId,
}: {
  ownerId: number;
  jobId: number;
}): Promise<ExportedNotification[]> {
  return exported({ ownerId, where: { jobId, executionId: null } });
}

async function exported({
  ownerId,
  where,
}: {
  ownerId: number;
  where: Prisma.NotificationWhereInput;
}): Promise<ExportedNotification[]> {
  const rows = await db().notification.findMany({
    where: { ...where, job: { ownerId }, OR: [{ channelId: null }, { target: { deletedAt: null } }] },
    orderBy: { id: 'asc' },
    select: {
      executionId: true,
      rule: true,
      channel: true,
      channelId: true,
      config: true,
      state: true,
      errorCode: true,
      statusCode: true,
      response: true,
      enqueuedAt: true,
      endedAt: true,
    },
  });
  return rows.map(({ executionId, channelId, config, rule, ...row }) => ({
    ...row,
    channelId,
    rule: readRule(rule),
    executionId: executionId === null ? null : Number(executionId),
    destination: notifiedDestination({ ...row, channel: row.channel as Channel, channelId, ownerId, config }),
  }));
}
