import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { ChannelColumns } from '#server/notifications/channels/channel.server.ts';
import type { CompletionEvent } from './types.ts';

/** A job with notifications about completed executions, and its channel. */
export interface NotifyingJob extends ChannelColumns {
  jobId: number;
  notifyFrequency: 'never' | 'always' | 'on_failure' | 'on_success';
  /** When its owner was last sent an email for want of a channel. */
  mailedAt: Date | null;
  /** True if browsers of its owner take push messages. */
  hasBrowsers: boolean;
}

// Most batches have only successes of jobs that notify on failures: one index lookup finds none of them.
const notifyingStatement: Statement = {
  name: 'notes-find-notifying',
  text: `
    select j."id" as "jobId", j."ownerId", j."notifyFrequency", j."notificationType", j."notificationConfig",
      u."defaultNotificationType", u."defaultNotificationConfig", u."email",
      (
        select max(n."enqueuedAt") from "Notification" n
        where n."jobId" = j."id" and n."channel" = 'email' and n."rule" in ('failure', 'missed')
      ) as "mailedAt",
      exists (select 1 from "PushSubscription" p where p."userId" = j."ownerId") as "hasBrowsers"
    from unnest($1::int[], $2::bool[], $3::bool[], $4::bool[])
      as t("jobId", "isBroken", "isSuccess", "isPause")
    join "Job" j on j."id" = t."jobId"
    join "User" u on u."id" = j."ownerId"
    where j."deletedAt" is null and (
      t."isPause"
      or j."notifyFrequency" = 'always'
      or (j."notifyFrequency" = 'on_failure' and t."isBroken")
      or (j."notifyFrequency" = 'on_success' and t."isSuccess"))`,
};

/** Jobs among these facts that may enqueue a notification. */
export async function findNotifying({
  client,
  facts,
}: {
  client: Pick<Client, 'query'>;
  facts: CompletionEvent[];
}): Promise<Map<number, NotifyingJob>> {
  const jobIds = [...new Set(facts.map(({ jobId }) => jobId))];
  const some = (is: (fact: CompletionEvent) => boolean) => {
    const jobs = new Set(facts.filter(is).map(({ jobId }) => jobId));
    return jobIds.map((jobId) => jobs.has(jobId));
  };
  const rows = await query<NotifyingJob>({
    client,
    statement: notifyingStatement,
    values: [
      jobIds,
      some(({ outcome, previousStreak }) => outcome !== 'success' || previousStreak > 0),
      some(({ outcome }) => outcome === 'success'),
      some(({ kind }) => kind !== 'ended'),
    ],
  });
  return new Map(rows.map((row) => [row.jobId, row]));
}
