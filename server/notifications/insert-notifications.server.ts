import type { ChannelKind } from '#domain/notifications/channel-kinds.ts';
import type { NotificationRule } from '#domain/notifications/notification.ts';
import { bool, columns, int, int8, text } from '#server/database/columns.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import {
  type NotificationChannel,
  sealDestination,
  sealNamedDestination,
} from '#server/notifications/channels/channel.server.ts';
import { sealDetails } from './sealed-details.server.ts';
import { storedRule } from './stored-rule.ts';
import type { CompletionEvent } from './types.ts';

/** A channel of the account. Its settings are read when the notification is sent. */
export interface NotifiedChannel {
  channel: ChannelKind;
  channelId: number;
  name: string;
}

export interface NewNotification {
  fact: CompletionEvent;
  rule: NotificationRule;
  ownerId: number;
  to: NotificationChannel | NotifiedChannel;
  incidentId?: number | null | undefined;
  /** Of the reminder at the end of a snooze: the snooze's number. */
  snooze?: number | undefined;
}

/** True for the job's own channel, the account's default channel and the owner's email. */
export function isOwnDestination(to: NewNotification['to']): boolean {
  return !('channelId' in to) && to.channel !== 'push';
}

type NotificationRow = Pick<NewNotification, 'fact' | 'rule' | 'incidentId' | 'snooze'> &
  ReturnType<typeof destinationOf> & { streak: number; channelId: number | null; details: string | null };

const rowsOf = columns<NotificationRow>({
  jobId: int(({ fact }) => fact.jobId),
  executionId: int8(({ fact }) => fact.executionId),
  channelId: int(({ channelId }) => channelId),
  incidentId: int(({ incidentId }) => incidentId ?? null),
  rule: text(({ rule, channel, snooze }) => storedRule({ rule, channel, snooze })),
  isAlert: bool(({ rule }) => alertRules.includes(rule)),
  channel: text(({ channel }) => channel),
  channelKey: text(({ channelKey }) => channelKey),
  config: text(({ config }) => config),
  streak: int(({ streak }) => streak),
  occurrence: text(({ fact }) => fact.occurrence ?? null),
  details: text(({ details }) => details),
  streakStartedAt: int8(({ fact }) => fact.streakStartedAt),
  now: int8(({ fact }) => fact.now),
});

/** Rules after which a channel counts as notified of the streak. */
const alertRules: NotificationRule[] = ['failure', 'reminder', 'flapping', 'flapping_ended'];

// One notification per execution or occurrence, rule and channel: recording it twice adds none. A channel that is
// deleted meanwhile gets none. The relay is woken on commit.
const insertStatement: Statement = {
  name: 'notes-insert',
  text: `
    with given as materialized (
      select t.*, to_timestamp(t."streakStartedAt" / 1000.0) as "startedAt", to_timestamp(t."now" / 1000.0) as "at"
      from ${rowsOf.unnest} as t(${rowsOf.names})
    ), kept as materialized (
      select c."id" from "Channel" c where c."id" in (select "channelId" from given) and c."deletedAt" is null
      for key share
    ), enqueued as (
      insert into "Notification" ("jobId", "executionId", "channelId", "rule", "channel", "channelKey", "config",
        "incidentId", "streak", "occurrence", "details", "streakStartedAt", "enqueuedAt", "nextAt")
      select "jobId", "executionId", "channelId", "rule", "channel", "channelKey", "config", "incidentId", "streak",
        "occurrence", "details", "startedAt", "at", "at"
      from given where "channelId" is null or "channelId" in (select "id" from kept)
      on conflict do nothing
      returning "id"
    ), streaks as (
      insert into "ChannelStreak" ("jobId", "channelId", "streakStartedAt", "notifiedAt")
      select distinct on ("jobId", "channelId") "jobId", "channelId", "startedAt", "at"
      from given
      where "channelId" in (select "id" from kept) and "isAlert" and "startedAt" is not null
      order by "jobId", "channelId", "now" desc
      on conflict ("jobId", "channelId") do update
        set "streakStartedAt" = excluded."streakStartedAt", "notifiedAt" = excluded."notifiedAt"
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
  const rows = notifications.map(({ fact, rule, ownerId, to, incidentId, snooze }) => ({
    ...destinationOf({ ownerId, to }),
    ...{
      fact,
      rule,
      incidentId,
      ...(snooze !== undefined && { snooze }),
      channelId: 'channelId' in to ? to.channelId : null,
    },
    details: fact.details ? sealDetails({ ownerId, details: fact.details }) : null,
    streak: fact.outcome === 'success' ? fact.previousStreak : fact.streak,
  }));
  await query({ client, statement: insertStatement, values: rowsOf.values(rows) });
}

function destinationOf({ ownerId, to }: Pick<NewNotification, 'ownerId' | 'to'>) {
  return 'channelId' in to
    ? sealNamedDestination({ ownerId, ...to })
    : sealDestination({ ownerId, open: to });
}
