import type { NotifyFrequency } from '#domain/job/choices.ts';
import type { ChannelKind } from '#domain/notifications/channel-kinds.ts';
import type { NotificationRule } from '#domain/notifications/notification.ts';
import { bool, columns, int } from '#server/database/columns.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { ChannelColumns } from '#server/notifications/channels/channel.server.ts';
import type { StoredRule } from './rules/applied-rules.ts';
import type { CompletionEvent } from './types.ts';

/** A rule that may concern a job, with its channel. */
interface FoundRule extends StoredRule {
  name: string;
  kind: ChannelKind;
}

/** A job with notifications about completed executions, and its channels. */
export interface NotifyingJob extends ChannelColumns {
  jobId: number;
  notifyFrequency: NotifyFrequency;
  tags: string[];
  rules: FoundRule[];
  /** When each named channel was last notified of a streak; UTC milliseconds. */
  streaks: { channelId: number; streakStartedAt: number; notifiedAt: number }[];
  /** When its owner was last sent an email for want of a channel, by rule; UTC milliseconds. */
  mailedAt: Partial<Record<NotificationRule, number>>;
  /** True if browsers of its owner take push messages. */
  hasBrowsers: boolean;
}

interface Happened {
  jobId: number;
  isBroken: boolean;
  isSuccess: boolean;
  /** Something else than an end, which is notified at any frequency. */
  isEvent: boolean;
}

const happened = columns<Happened>({
  jobId: int(({ jobId }) => jobId),
  isBroken: bool(({ isBroken }) => isBroken),
  isSuccess: bool(({ isSuccess }) => isSuccess),
  isEvent: bool(({ isEvent }) => isEvent),
});

const milliseconds = (column: string) => `(extract(epoch from ${column}) * 1000)::int8`;

// Most batches have only successes of jobs that notify on failures: one index lookup finds none of them, and nothing
// below "select" is read.
export const notifyingStatement: Statement = {
  name: 'notes-find-notifying',
  text: `
    select j."id" as "jobId", j."ownerId", j."notifyFrequency", j."notificationType", j."notificationConfig", j."tags",
      u."defaultNotificationType", u."defaultNotificationConfig", u."email",
      (
        select coalesce(jsonb_agg(jsonb_build_object('jobId', r."jobId", 'tag', r."tag", 'events', r."events",
          'after', r."after", 'channelId', c."id", 'name', c."name", 'kind', c."kind") order by r."id"), '[]')
        from (
          select * from "NotificationRule" where "jobId" = j."id"
          union all
          select * from "NotificationRule"
          where "userId" = j."ownerId" and "jobId" is null and ("tag" is null or "tag" = any(j."tags"))
        ) r
        join "Channel" c on c."id" = r."channelId" and c."deletedAt" is null
      ) as "rules",
      (
        select coalesce(jsonb_agg(jsonb_build_object('channelId', s."channelId",
          'streakStartedAt', ${milliseconds('s."streakStartedAt"')}, 'notifiedAt', ${milliseconds('s."notifiedAt"')})), '[]')
        from "ChannelStreak" s where s."jobId" = j."id"
      ) as "streaks",
      (
        select coalesce(jsonb_object_agg(m."rule", ${milliseconds('m."at"')}), '{}')
        from (
          select n."rule", max(n."enqueuedAt") as "at" from "Notification" n
          where n."jobId" = j."id" and n."channel" = 'email' and n."channelId" is null
          group by n."rule"
        ) m
      ) as "mailedAt",
      exists (select 1 from "PushSubscription" p where p."userId" = j."ownerId") as "hasBrowsers"
    from ${happened.unnest} as t(${happened.names})
    join "Job" j on j."id" = t."jobId"
    join "User" u on u."id" = j."ownerId"
    where j."deletedAt" is null and (
      t."isEvent"
      or j."notifyFrequency" = 'always'
      or (j."notifyFrequency" = 'on_failure' and t."isBroken")
      or (j."notifyFrequency" = 'on_success' and t."isSuccess")
      or (t."isBroken" and j."notifyRules" is not null))`,
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
  const events = some(({ kind }) => kind !== 'ended');
  const jobs = [...new Set(facts.map(({ jobId }) => jobId))].map((jobId) => ({
    jobId,
    isBroken: broken.has(jobId),
    isSuccess: succeeded.has(jobId),
    isEvent: events.has(jobId),
  }));
  const values = happened.values(jobs);
  const rows = await query<NotifyingJob>({ client, statement: notifyingStatement, values });
  return new Map(rows.map((row) => [row.jobId, row]));
}
