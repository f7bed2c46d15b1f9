import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import { typesApart } from './message.server.ts';
import { overtakesFailure, sendable } from './sendable.server.ts';

/** A notification that is due, the first of its destination. */
export interface DueNotification {
  notificationId: number;
  /** Key of the destination, which its notifications share. */
  destination: string;
}

/** Due notifications that are looked at for their destinations. */
const mostRead = 500;

/** Events with alerts of their own at PagerDuty; all other notifications of a job share one. */
const rulesApart = typesApart.map((type) => `'${type.slice('job.'.length)}'`).join(', ');

// A recovery must follow the failure of its incident. At PagerDuty, all notifications of a job that share its alert keep
// their order. Every other notification is sent as soon as it is due: otherwise a destination that refuses messages for
// hours would be tried with one notification of a job at a time, and the rest would pile up.
export const dueNotificationsStatement: Statement = {
  name: 'notifications-list-due',
  text: `
    with due as materialized (
      select n."id", n."channelKey", n."nextAt" ${sendable}
        and n."state" = 'pending' and n."nextAt" <= clock_timestamp()
        and n."channelKey" <> all($2::text[])
        and not ${overtakesFailure()}
        and not (n."channel" = 'pagerduty' and n."rule" not in (${rulesApart}) and exists (
          select from "Notification" o
          where o."channelKey" = n."channelKey" and o."jobId" = n."jobId" and o."id" < n."id"
            and o."state" = 'pending' and o."rule" not in (${rulesApart})
        ))
      order by n."nextAt", n."id" limit ${mostRead}
    ), first as (
      select distinct on ("channelKey") * from due order by "channelKey", "nextAt", "id"
    )
    select "id" as "notificationId", "channelKey" as "destination" from first order by "nextAt", "id" limit $1`,
};

/**
 * Lists due notifications, longest waiting first, one for each destination. A recovery is not due until its failure has
 * been sent or has failed for good. Notifications of a suspended account wait until the suspension ends.
 * @param except keys of destinations to leave out
 */
export async function listDueNotifications({
  limit,
  except,
}: {
  limit: number;
  except: string[];
}): Promise<DueNotification[]> {
  return query<DueNotification & { [column: string]: unknown }>({
    client: getPool(),
    statement: dueNotificationsStatement,
    values: [limit, except],
  });
}
