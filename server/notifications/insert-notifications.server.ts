import type { NotificationRule } from '#domain/notifications/notification.ts';
import { columns, int, int8, text } from '#server/database/columns.ts';
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

type NotificationRow = Pick<NewNotification, 'fact' | 'rule'> &
  ReturnType<typeof sealDestination> & { streak: number };

const rowsOf = columns<NotificationRow>({
  jobId: int(({ fact }) => fact.jobId),
  executionId: int8(({ fact }) => fact.executionId),
  rule: text(({ rule, channel }) => storedRule({ rule, channel })),
  channel: text(({ channel }) => channel),
  channelKey: text(({ channelKey }) => channelKey),
  config: text(({ config }) => config),
  streak: int(({ streak }) => streak),
  streakStartedAt: int8(({ fact }) => fact.streakStartedAt),
  now: int8(({ fact }) => fact.now),
});

// One notification per execution and rule: recording it twice adds none. The relay is woken on commit.
const insertStatement: Statement = {
  name: 'notes-insert',
  text: `
    with enqueued as (
      insert into "Notification" ("jobId", "executionId", "rule", "channel", "channelKey", "config", "streak",
        "streakStartedAt", "enqueuedAt", "nextAt")
      select t."jobId", t."executionId", t."rule", t."channel", t."channelKey", t."config", t."streak",
        to_timestamp(t."streakStartedAt" / 1000.0), to_timestamp(t."now" / 1000.0), to_timestamp(t."now" / 1000.0)
      from ${rowsOf.unnest} as t(${rowsOf.names})
      on conflict ("executionId", "rule", "channelId") do nothing
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
  await query({ client, statement: insertStatement, values: rowsOf.values(rows) });
}
