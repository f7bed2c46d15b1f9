import { minuteMs } from '#domain/time/units.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { Tx } from '#server/database/db.server.ts';
import type { ChannelPace } from '#server/notifications/channels/kinds/channel-sender.server.ts';

const windowMs = minuteMs;

/** True if a message may go to its destination now. */
export type Reservation =
  | { kind: 'go'; isDigest: boolean }
  /** Its destination is at its limit (`isOverflowing`: all that wait go as one digest), or demands a pause. */
  | { kind: 'wait'; until: number; isOverflowing?: boolean }
  | { kind: 'not_due' };

interface ChannelRow {
  windowAt: Date;
  sentInWindow: number;
  freeAt: Date;
  isOverflowing: boolean;
}

/**
 * Counts a message to a destination, over all workers, by the pace of its channel. After a full minute, the first one
 * includes all waiting ones.
 *
 * @param pace most messages in a minute, and the gap between two
 * @param takeWider called last: reserves a slot of a wider limit that must be free as well
 * @param isDue called while no other message to this destination can be counted; false: nothing is
 */
export async function reserveDelivery({
  client,
  key,
  pace: { gapMs, perMinute },
  now,
  takeWider,
  isDue,
  isTest = false,
}: {
  client: Client;
  key: string;
  pace: Pick<ChannelPace, 'gapMs' | 'perMinute'>;
  now: number;
  takeWider?: () => Promise<Reservation>;
  isDue?: () => Promise<boolean>;
  /** A test includes no waiting messages, and makes none wait for a digest. */
  isTest?: boolean;
}): Promise<Reservation> {
  await query({ client, statement: pendingStatement, values: [key, now] });
  const [row] = await query<ChannelRow & { [column: string]: unknown }>({
    client,
    statement: lockStatement,
    values: [key],
  });
  if (!row || (isDue && !(await isDue()))) return { kind: 'not_due' };
  const wait = async (until: number): Promise<Reservation> => {
    if (!isTest) await query({ client, statement: overflowStatement, values: [key] });
    return { kind: 'wait', until, isOverflowing: true };
  };
  const windowEnd = row.windowAt.getTime() + windowMs;
  const isNewWindow = windowEnd <= now;
  if (!isNewWindow && row.sentInWindow >= perMinute) return wait(windowEnd);
  if (gapMs > 0 && row.freeAt.getTime() > now) return { kind: 'wait', until: row.freeAt.getTime() };
  const wider = await takeWider?.();
  if (wider?.kind === 'wait') return wait(wider.until);
  await query({
    client,
    statement: countStatement,
    values: [
      key,
      isNewWindow ? now : row.windowAt.getTime(),
      isNewWindow ? 1 : row.sentInWindow + 1,
      now + gapMs,
      isTest,
    ],
  });
  return { kind: 'go', isDigest: row.isOverflowing };
}

const pendingStatement: Statement = {
  name: 'notes-open-channel',
  text: `
    insert into "NotificationChannel" ("key", "windowAt", "sentInWindow", "freeAt")
    values ($1, to_timestamp($2::int8 / 1000.0), 0, to_timestamp($2::int8 / 1000.0))
    on conflict ("key") do nothing`,
};

const lockStatement: Statement = {
  name: 'notes-lock-channel',
  text: `select "windowAt", "sentInWindow", "freeAt", "isOverflowing" from "NotificationChannel" where "key" = $1 for update`,
};

const overflowStatement: Statement = {
  name: 'notes-overflow-channel',
  text: `update "NotificationChannel" set "isOverflowing" = true where "key" = $1 and not "isOverflowing"`,
};

/** Makes the next message to a destination a digest of all that waits for it. */
export async function expectDigest({ tx, paceKey }: { tx: Tx; paceKey: string }): Promise<void> {
  await tx.$executeRawUnsafe(overflowStatement.text, paceKey);
}

const countStatement: Statement = {
  name: 'notes-count-channel',
  text: `
    update "NotificationChannel" set "windowAt" = to_timestamp($2::int8 / 1000.0), "sentInWindow" = $3,
      "freeAt" = to_timestamp($4::int8 / 1000.0), "isOverflowing" = "isOverflowing" and $5::bool
    where "key" = $1`,
};
