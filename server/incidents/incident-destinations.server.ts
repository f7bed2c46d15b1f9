import type { NotifyFrequency } from '#domain/job/choices.ts';
import type { NotificationRule } from '#domain/notifications/notification.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import { type ChannelColumns, channelOf } from '#server/notifications/channels/channel.server.ts';
import type { NotifiedChannel, NewNotification } from '#server/notifications/insert-notifications.server.ts';

interface Found extends ChannelColumns {
  notifyFrequency: NotifyFrequency;
  hasBrowsers: boolean;
  channels: NotifiedChannel[];
  /** True if the job's own channel, the account's or the owner was notified. */
  wasOwnNotified: boolean;
  wasPushNotified: boolean;
}

// The channels as they are now: one that was deleted since is left out, and an edited job uses its new channel.
export const destinationsStatement: Statement = {
  name: 'incidents-destinations',
  text: `
    with notified as materialized (
      select "channelId", "channel" from "Notification"
      where "incidentId" = $2 and ($3::text is null or "rule" in ($3, 'push_' || $3)) and "rule" not like 'undelivered%'
    )
    select j."ownerId", j."notifyFrequency", j."notificationType", j."notificationConfig",
      u."defaultNotificationType", u."defaultNotificationConfig", u."email",
      exists (select 1 from "PushSubscription" p where p."userId" = j."ownerId") as "hasBrowsers",
      (
        select coalesce(jsonb_agg(jsonb_build_object('channelId', c."id", 'name', c."name", 'channel', c."kind")
          order by c."id"), '[]')
        from "Channel" c where c."id" in (select "channelId" from notified) and c."deletedAt" is null
      ) as "channels",
      exists (select 1 from notified where "channelId" is null and "channel" <> 'push') as "wasOwnNotified",
      exists (select 1 from notified where "channel" = 'push') as "wasPushNotified"
    from "Job" j join "User" u on u."id" = j."ownerId" where j."id" = $1`,
};

/**
 * Where an incident was notified, with the settings of now. An incident whose email the daily limit held back is
 * notified to its owner.
 * @param rule only where this rule was notified
 */
export async function incidentDestinations({
  client,
  jobId,
  incidentId,
  rule = null,
}: {
  client: Client;
  jobId: number;
  incidentId: number;
  rule?: NotificationRule | null;
}): Promise<{ ownerId: number; destinations: NewNotification['to'][] }> {
  const [found] = await query<Found & { [column: string]: unknown }>({
    ...{ client, statement: destinationsStatement, values: [jobId, incidentId, rule] },
  });
  if (!found) return { ownerId: 0, destinations: [] };
  const { ownerId, notifyFrequency, hasBrowsers, channels, wasOwnNotified, wasPushNotified } = found;
  const isMuted = notifyFrequency === 'never' || notifyFrequency === 'on_success';
  const isHeldMail = rule === null && channels.length === 0 && !wasOwnNotified;
  const destinations: NewNotification['to'][] = [...channels];
  if (!isMuted && (wasOwnNotified || isHeldMail)) destinations.push(channelOf(found));
  if (!isMuted && wasPushNotified && hasBrowsers) destinations.push({ channel: 'push' });
  return { ownerId, destinations };
}
