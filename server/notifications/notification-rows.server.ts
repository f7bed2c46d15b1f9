import { db } from '#server/database/db.server.ts';
import type { Prisma } from '#server/generated/client.ts';

const notified = {
  job: {
    select: {
      id: true,
      name: true,
      ownerId: true,
      cronExpression: true,
      timeZone: true,
      status: true,
      pauseReason: true,
      owner: { select: { email: true, emailVerified: true } },
    },
  },
  // Where it goes now: it may have been changed since.
  target: {
    select: {
      id: true,
      userId: true,
      name: true,
      kind: true,
      config: true,
      template: true,
      disabledAt: true,
    },
  },
  // Not the whole row: the sealed values of its variables may be as large as a request.
  execution: {
    select: {
      id: true,
      jobVersion: true,
      trigger: true,
      scheduledFor: true,
      dueAt: true,
      startedAt: true,
      endedAt: true,
      durationMs: true,
      latenessMs: true,
      outcome: true,
      reason: true,
      statusCode: true,
      errorCode: true,
      verdict: true,
      attemptCount: true,
      missedUntil: true,
      missedCount: true,
    },
  },
} satisfies Prisma.NotificationInclude;

/** A notification with its job and execution. */
export type NotificationRow = Prisma.NotificationGetPayload<{ include: typeof notified }>;

/** Reads notifications by id, oldest first, without those of deleted jobs, suspended accounts and deleted channels. */
export async function readNotifications(ids: number[]): Promise<NotificationRow[]> {
  return db().notification.findMany({
    where: {
      id: { in: ids },
      job: { deletedAt: null, owner: { suspendedAt: null } },
      OR: [{ channelId: null }, { target: { deletedAt: null } }],
    },
    include: notified,
    orderBy: { id: 'asc' },
  });
}
