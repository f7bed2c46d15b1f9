import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

/** A notification waiting for its delivery. */
export interface PendingNotification {
  notificationId: number;
  jobId: number;
}

const pendingStatement: Statement = {
  name: 'notifications-list-pending',
  text: `
    select n."id" as "notificationId", n."jobId" from "Notification" n
    join "Job" j on j."id" = n."jobId" and j."deletedAt" is null
    left join "Channel" c on c."id" = n."channelId"
    where c."deletedAt" is null and n."state" = 'pending' and n."nextAt" <= clock_timestamp()
    order by n."nextAt" limit $1`,
};

/** Due notifications, longest waiting first: for a deliverer that missed their enqueueing. */
export async function listPendingNotifications({ limit }: { limit: number }): Promise<PendingNotification[]> {
  return query<PendingNotification>({ client: getPool(), statement: pendingStatement, values: [limit] });
}
