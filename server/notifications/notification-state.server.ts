import type { Channel, NotificationState } from '#domain/notifications/notification.ts';
import type { TargetChannel } from '#server/channels/delivery-target.server.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import { overtakesFailure, sendable } from './sendable.server.ts';

/** Rows of one statement: a digest of more takes several. */
const heldAtOnce = 2_000;

/** Facts that decide whether a notification may be sent now. */
export interface NotificationProgress {
  state: NotificationState;
  nextAt: Date;
  channel: Channel;
  channelKey: string;
  /** Where it goes, sealed. */
  config: string;
  ownerId: number;
  /** The named channel it goes to, as it is now; null for any other. */
  target: Omit<TargetChannel, 'disabledAt'> | null;
  /** Those of its named channel, as stored. */
  quietHours: unknown;
}

export const notificationStateStatement: Statement = {
  name: 'notes-read-state',
  text: `
    select n."state", n."nextAt", n."channel", n."channelKey", n."config", j."ownerId", c."quietHours",
      case when c."id" is not null then jsonb_build_object(
        'id', c."id", 'userId', c."userId", 'name', c."name", 'kind', c."kind", 'config', c."config") end as "target"
    ${sendable} and n."id" = $1`,
};

const waitStatement: Statement = {
  name: 'notes-wait',
  text: `update "Notification" set "nextAt" = to_timestamp($2::int8 / 1000.0) where "id" = $1 and "state" = 'pending'`,
};

const quietStatement: Statement = {
  name: 'notes-quiet-channel',
  text: `
    insert into "NotificationChannel" as c ("key", "windowAt", "sentInWindow", "freeAt", "isOverflowing")
    values ($1, to_timestamp($2::int8 / 1000.0), 0, to_timestamp($2::int8 / 1000.0), true)
    on conflict ("key") do update set "isOverflowing" = true where not c."isOverflowing"`,
};

const quietMarkStatement: Statement = {
  name: 'notes-take-quiet-mark',
  text: `
    update "NotificationChannel" set "isOverflowing" = false where "key" = $1 and "isOverflowing" returning "key"`,
};

const holdStatement: Statement = {
  name: 'notes-hold',
  text: `
    update "Notification" set "attempts" = "attempts" + 1, "nextAt" = to_timestamp($2::int8 / 1000.0)
    where "id" = $1`,
};

// Only of one owner: two accounts may share an address, and neither reads the other's notifications. A recovery whose
// failure waits for its next attempt is left out.
const waitingText = ({ limit }: { limit: string }) => `
    with waiting as materialized (
      select n."id" from "Notification" n
      join "Job" j on j."id" = n."jobId" and j."deletedAt" is null and j."ownerId" = $2
      where n."channelKey" = $1 and n."state" = 'pending' and n."nextAt" <= to_timestamp($3::int8 / 1000.0)
        and not ${overtakesFailure('o."nextAt" > to_timestamp($3::int8 / 1000.0)')}
      order by n."id" ${limit}
      for update of n
    )`;

export const holdWaitingStatement: Statement = {
  name: 'notes-hold-waiting',
  text: `${waitingText({ limit: 'limit $5' })}
    update "Notification" n set "attempts" = n."attempts" + 1, "nextAt" = to_timestamp($4::int8 / 1000.0)
    from waiting w where n."id" = w."id"
    returning n."id", n."jobId"`,
};

const waitTogetherStatement: Statement = {
  name: 'notes-wait-together',
  text: `${waitingText({ limit: '' })}
    update "Notification" n set "nextAt" = to_timestamp($4::int8 / 1000.0) from waiting w where n."id" = w."id"`,
};

/** The notifications of an owner that wait for the same destination, and until when they are to be left alone. */
interface WaitingOrder {
  client: Client;
  now: number;
  /** UTC milliseconds, after `now` */
  until: number;
  channelKey: string;
  ownerId: number;
}

/** State of a notification; undefined if it, its job or its channel was removed, or its account is suspended. */
export async function readState({
  client,
  notificationId,
}: {
  client: Client;
  notificationId: number;
}): Promise<NotificationProgress | undefined> {
  const [row] = await query<NotificationProgress & { [column: string]: unknown }>({
    client,
    statement: notificationStateStatement,
    values: [notificationId],
  });
  return row;
}

/**
 * Holds all notifications that wait for the same destination, however many: they become one digest. Others of it come
 * back when the hold ends, so this is called while none of them can be claimed.
 * @returns their ids and the number of their jobs
 */
export async function holdWaiting({
  client,
  now,
  until,
  channelKey,
  ownerId,
}: WaitingOrder): Promise<{ ids: number[]; jobs: number }> {
  const ids: number[] = [];
  const jobs = new Set<number>();
  for (;;) {
    const rows = await query<{ id: number; jobId: number }>({
      ...{ client, statement: holdWaitingStatement },
      values: [channelKey, ownerId, now, until, heldAtOnce],
    });
    for (const { id, jobId } of rows) {
      ids.push(id);
      jobs.add(jobId);
    }
    if (rows.length < heldAtOnce) return { ids: ids.sort((one, other) => one - other), jobs: jobs.size };
  }
}

/** Delays a notification until that instant. */
export async function waitUntil({
  client,
  notificationId,
  until,
}: {
  client: Client;
  notificationId: number;
  until: number;
}): Promise<void> {
  await query({ client, statement: waitStatement, values: [notificationId, until] });
}

/**
 * Delays all notifications of an owner that wait for the same destination: then they go as one digest. Called while none
 * of them can be claimed.
 */
export async function waitTogether({ client, now, until, channelKey, ownerId }: WaitingOrder): Promise<void> {
  await query({ client, statement: waitTogetherStatement, values: [channelKey, ownerId, now, until] });
}

/** Delays a notification until its channel's quiet hours end: then all that wait become one digest. */
export async function waitQuietly({
  client,
  notificationId,
  channelKey,
  now,
  until,
}: {
  client: Client;
  notificationId: number;
  channelKey: string;
  now: number;
  until: number;
}): Promise<void> {
  await query({ client, statement: quietStatement, values: [channelKey, now] });
  await waitUntil({ client, notificationId, until });
}

/**
 * Reports whether notifications of this channel have waited for the end of its quiet hours since the last digest. Said
 * once: the first claim after them makes the digest.
 */
export async function takeQuietMark({
  client,
  channelKey,
}: {
  client: Client;
  channelKey: string;
}): Promise<boolean> {
  const rows = await query({ client, statement: quietMarkStatement, values: [channelKey] });
  return rows.length > 0;
}

/** Counts an attempt of a notification, and keeps others away until it must have ended. */
export async function holdNotification({
  client,
  notificationId,
  until,
}: {
  client: Client;
  notificationId: number;
  until: number;
}): Promise<void> {
  await query({ client, statement: holdStatement, values: [notificationId, until] });
}
