import type { NotificationRule } from '#domain/notification.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import { type NotificationChannel, sealDestination } from '#server/notifications/channels/channel.server.ts';
import { storedRule } from './stored-rule.ts';
import type { CompletionEvent } from './types.ts';

export interface NewNotification {
  fact: CompletionEvent;
  rule: NotificationRule;
  ownerId: number;
  open: NotificationChannel;
}

// One notification per execution and rule: recording it twice adds none. The relay is woken on commit.
const insertStatement: Statement = {
  name: 'notes-insert',
  text: `
    with enqueued as (
      insert into "Notification" ("jobId", "executionId", "rule", "channel", "channelKey", "config", "streak",
        "streakStartedAt", "enqueuedAt", "nextAt")
      select t."jobId", t."executionId", t."rule", t."channel", t."channelKey", t."config", t."streak",
        to_timestamp(t."streakStartedAt" / 1000.0), to_timestamp(t."now" / 1000.0), to_timestamp(t."now" / 1000.0)
      from unnest($1::int[], $2::int8[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::int8[],
        $9::int8[])
        as t("jobId", "executionId", "rule", "channel", "channelKey", "config", "streak", "streakStartedAt", "now")
      on conflict ("executionId", "rule") do nothing
      returning "id"
    )
    select pg_notify('notification_enqueued', "id"::text) from enqueued`,
};

/** Enqueues notifications, each with its destination at this moment. */
export async function insertNotifications({
  client,
  notifications,
}: {
  client: Pick<Client, 'query'>;
  notifications: NewNotification[];
}): Promise<void> {
  if (notifications.length === 0) return;
  const rows = notifications.map(({ fact, rule, ownerId, open }) => ({
    ...sealDestination({ ownerId, open }),
    fact,
    rule,
    streak: fact.outcome === 'success' ? fact.previousStreak : fact.streak,
  }));
  await query({
    client,
    statement: insertStatement,
    values: [
      rows.map(({ fact }) => fact.jobId),
      rows.map(({ fact }) => fact.executionId),
      rows.map(({ rule, channel }) => storedRule({ rule, channel })),
      rows.map(({ channel }) => channel),
      rows.map(({ channelKey }) => channelKey),
      rows.map(({ config }) => config),
      rows.map(({ streak }) => streak),
      rows.map(({ fact }) => fact.streakStartedAt),
      rows.map(({ fact }) => fact.now),
    ],
  });
}
