import type { Channel, NotificationRule, NotificationState } from '#domain/notifications/notification.ts';
import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import { notifiedDestination } from '#server/notifications/channels/channel.server.ts';
import { readRule } from './stored-rule.ts';

/** A notification as its job's page lists it. */
export interface ListedNotification {
  id: number;
  /** Null where it is about no execution: a certificate. */
  executionId: number | null;
  rule: NotificationRule;
  channel: Channel;
  /** A host, an address, a chat, or the name of a channel, without anything secret. */
  destination: string;
  state: NotificationState;
  attempts: number;
  enqueuedAt: Date;
  /** Time of the next attempt while it is pending. */
  nextAt: Date;
  errorCode: string | null;
  statusCode: number | null;
  /** Beginning of the channel's response, 200 characters. */
  response: string | null;
}

const statementOf = ({ name, condition = '' }: { name: string; condition?: string }): Statement => ({
  name,
  text: `
    select n."id", n."executionId", n."rule", n."channel", n."channelId", n."config", n."state", n."attempts", n."enqueuedAt", n."nextAt",
      n."errorCode", n."statusCode", n."response"
    from "Notification" n join "Job" j on j."id" = n."jobId" left join "Channel" c on c."id" = n."channelId"
    where n."jobId" = $1 and j."ownerId" = $2 and j."deletedAt" is null and c."deletedAt" is null ${condition}
    order by n."enqueuedAt" desc, n."id" desc limit $3`,
});
export const listedNotifications = {
  ofJob: statementOf({ name: 'job-notes' }),
  ofExecution: statementOf({ name: 'execution-notes', condition: 'and n."executionId" = $4' }),
  ofIncident: statementOf({ name: 'incident-notes', condition: 'and n."incidentId" = $4' }),
};

/**
 * The last notifications of a job, newest first.
 * @param ownerId its owner: destinations can be decrypted for no other
 */
export async function listNotifications({
  ownerId,
  jobId,
  executionId,
  incidentId,
  limit,
}: {
  ownerId: number;
  jobId: number;
  /** Only those of this execution. */
  executionId?: number;
  /** Only those of this incident. */
  incidentId?: number;
  limit: number;
}): Promise<ListedNotification[]> {
  const rows = await query<
    Omit<ListedNotification, 'destination' | 'rule'> & {
      config: string;
      rule: string;
      channelId: number | null;
    }
  >({
    client: getPool(),
    ...(incidentId !== undefined
      ? { statement: listedNotifications.ofIncident, values: [jobId, ownerId, limit, incidentId] }
      : executionId !== undefined
        ? { statement: listedNotifications.ofExecution, values: [jobId, ownerId, limit, executionId] }
        : { statement: listedNotifications.ofJob, values: [jobId, ownerId, limit] }),
  });
  return rows.map(({ config, rule, channelId, ...notification }) => ({
    ...notification,
    rule: readRule(rule),
    destination: notifiedDestination({ ...notification, channelId, ownerId, config }),
  }));
}
