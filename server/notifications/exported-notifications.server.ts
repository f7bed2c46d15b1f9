import type { Channel, NotificationState } from '#domain/notifications/notification.ts';
import { db } from '#server/database/db.server.ts';
import { decryptDestination, shownDestination } from '#server/notifications/channels/channel.server.ts';
import { readRule } from './stored-rule.ts';

/** A notification for its owner's export: of its destination only the host, or the address. */
export interface ExportedNotification {
  executionId: number;
  rule: string;
  channel: string;
  destination: string;
  state: NotificationState;
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
  const rows = await db().notification.findMany({
    where: { executionId: { in: executionIds }, job: { ownerId } },
    orderBy: { id: 'asc' },
    select: {
      executionId: true,
      rule: true,
      channel: true,
      config: true,
      state: true,
      response: true,
      enqueuedAt: true,
      endedAt: true,
    },
  });
  return rows.map(({ executionId, config, rule, ...row }) => ({
    ...row,
    rule: readRule(rule),
    executionId: Number(executionId),
    destination: shownDestination({
      channel: row.channel as Channel,
      text: decryptDestination({ ownerId, config }),
    }),
  }));
}
