import type { NotificationRule, NotificationState } from '#domain/notifications/notification.ts';
import { db } from '#server/database/db.server.ts';
import { readRule } from '#server/notifications/stored-rule.ts';

/** A notification of a channel, as its log lists it. */
export interface ChannelDelivery {
  id: number;
  jobId: number;
  jobName: string;
  /** Null for a notification about no execution. */
  executionId: number | null;
  rule: NotificationRule;
  state: NotificationState;
  attempts: number;
  enqueuedAt: Date;
  /** Time of the next attempt while it is pending. */
  nextAt: Date;
  /** When it was sent or failed. */
  endedAt: Date | null;
  errorCode: string | null;
  statusCode: number | null;
  /** Beginning of the response of the last attempt, 200 characters. */
  response: string | null;
}

/**
 * A page of the notifications of a channel, newest first.
 * @param channelId of this owner
 * @param page from 1
 */
export async function listDeliveries({
  ownerId,
  channelId,
  page,
  perPage,
}: {
  ownerId: number;
  channelId: number;
  page: number;
  perPage: number;
}): Promise<{ rows: ChannelDelivery[]; total: number }> {
  const where = { channelId, job: { ownerId, deletedAt: null } };
  const [total, rows] = await Promise.all([
    db().notification.count({ where }),
    db().notification.findMany({
      where,
      orderBy: [{ enqueuedAt: 'desc' }, { id: 'desc' }],
      skip: (page - 1) * perPage,
      take: perPage,
      include: { job: { select: { name: true } } },
    }),
  ]);
  return {
    total,
    rows: rows.map(({ id, executionId, rule, job, ...row }) => ({
      ...{
        id: Number(id),
        executionId: executionId === null ? null : Number(executionId),
        rule: readRule(rule),
        jobName: job.name,
      },
      ...{ jobId: row.jobId, state: row.state, attempts: row.attempts },
      ...{ enqueuedAt: row.enqueuedAt, nextAt: row.nextAt, endedAt: row.endedAt },
      ...{ errorCode: row.errorCode, statusCode: row.statusCode, response: row.response },
    })),
  };
}
