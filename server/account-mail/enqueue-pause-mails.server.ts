import { ownChannels } from '#server/database/sql-lists.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';

/** Jobs of an account that are paused soon after another go in one mail. */
const batchedMinutes = 5;

// A job's version rises with its pause: the first job with its version names what happened.
const enqueueStatement: Statement = {
  name: 'account-mail-owe-pauses',
  text: `
    insert into "AccountMail" ("userId", "kind", "key", "jobIds", "nextAt")
    select u."id", 'jobs_paused',
      'job ' || min(j."id") || ' version ' || (array_agg(j."desiredVersion" order by j."id"))[1],
      array_agg(j."id" order by j."id"), now() + interval '${batchedMinutes} minutes'
    from "Job" j join "User" u on u."id" = j."ownerId"
    where j."id" = any($1::int[]) and u."hasPauseMails" and (
      not $2::bool
      or (j."notificationType" in ${ownChannels} and j."notificationConfig" is not null)
      or (u."defaultNotificationType" in ${ownChannels} and u."defaultNotificationConfig" is not null)
    )
    group by u."id"
    on conflict ("userId", "kind", "key") do nothing`,
};

/**
 * Enqueues emails about automatic pauses to the owners, unless they turned them off, in the transaction that pauses the
 * jobs.
 * @param hasNotifications each of these pauses also has a notification: one by email is enough
 */
export async function enqueuePauseMails({
  client,
  jobIds,
  hasNotifications,
}: {
  client: Pick<Client, 'query'>;
  jobIds: number[];
  hasNotifications: boolean;
}): Promise<void> {
  if (jobIds.length === 0) return;
  await query({ client, statement: enqueueStatement, values: [jobIds, hasNotifications] });
}
