import type { NotifyFrequency } from '#domain/job/choices.ts';
import { bool, columns, int } from '#server/database/columns.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { ChannelColumns } from '#server/notifications/channels/channel.server.ts';
import type { CompletionEvent } from './types.ts';

/** A job with notifications about completed executions, and its channel. */
export interface NotifyingJob extends ChannelColumns {
  jobId: number;
  notifyFrequency: NotifyFrequency;
  /** When its owner was last sent an email for want of a channel. */
  mailedAt: Date | null;
  /** True if browsers of its owner take push messages. */
  hasBrowsers: boolean;
}

interface Happened {
  jobId: number;
  isBroken: boolean;
  isSuccess: boolean;
  isPause: boolean;
}

const happened = columns<Happened>({
  jobId: int(({ jobId }) => jobId),
  isBroken: bool(({ isBroken }) => isBroken),
  isSuccess: bool(({ isSuccess }) => isSuccess),
  isPause: bool(({ isPause }) => isPause),
});

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
    from ${happened.unnest} as t(${happened.names})
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
  const some = (is: (fact: CompletionEvent) => boolean) =>
    new Set(facts.filter(is).map(({ jobId }) => jobId));
  const broken = some(({ outcome, previousStreak }) => outcome !== 'success' || previousStreak > 0);
  const succeeded = some(({ outcome }) => outcome === 'success');
  const paused = some(({ kind }) => kind !== 'ended');
  const jobs = [...new Set(facts.map(({ jobId }) => jobId))].map((jobId) => ({
    jobId,
    isBroken: broken.has(jobId),
    isSuccess: succeeded.has(jobId),
    isPause: paused.has(jobId),
  }));
  const values = happened.values(jobs);
  const rows = await query<NotifyingJob>({ client, statement: notifyingStatement, values });
  return new Map(rows.map((row) => [row.jobId, row]));
}
