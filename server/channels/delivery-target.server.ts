import type { ChannelKind } from '#domain/notifications/channel-kinds.ts';
import { channelsOutsidePlan } from '#domain/notifications/channels-in-plan.ts';
import { storedChannel } from '#domain/notifications/stored-channel.ts';
import { db } from '#server/database/db.server.ts';
import { keyedHash } from '#server/sealing/keyed-hash.server.ts';
import { decryptChannel } from './decrypt-channel.server.ts';

/** Errors of a channel that gets nothing now: nothing was sent. */
export const closedErrors: readonly string[] = ['channel_disabled', 'channel_outside_plan'];

/** Columns of a channel that a delivery needs. */
export interface TargetChannel {
  id: number;
  userId: number;
  name: string;
  kind: ChannelKind;
  config: string;
  /** Sealed body of its own; null for the standard one. */
  template: string | null;
  disabledAt: Date | null;
}

/** The destination of a channel as it is now, for the pace and for the sender. */
export interface DeliveryTarget {
  channel: ChannelKind;
  /** The settings as one text. */
  to: string;
  channelName: string;
  /** Names the destination: what goes there shares its pace, by whatever channel or job. */
  paceKey: string;
}

/**
 * Destination of a named channel.
 * @throws Error if its data key is missing
 */
export function deliveryTarget(channel: Omit<TargetChannel, 'disabledAt' | 'template'>): DeliveryTarget {
  const { kind, name } = channel;
  const to = storedChannel(decryptChannel(channel));
  return {
    ...{ channel: kind, to, channelName: name },
    paceKey: keyedHash({ purpose: 'note-channel', text: `${kind} ${to}` }),
  };
}

/**
 * The error of a channel that gets nothing now: it is disabled, or its plan does not use it; null for any other. The
 * tier in force decides.
 */
export async function closedError({
  id,
  userId,
  disabledAt,
}: Pick<TargetChannel, 'id' | 'userId' | 'disabledAt'>): Promise<
  'channel_disabled' | 'channel_outside_plan' | null
> {
  if (disabledAt !== null) return 'channel_disabled';
  const { tier, channels } = await db().user.findUniqueOrThrow({
    where: { id: userId },
    select: { tier: true, channels: { where: { deletedAt: null }, select: { id: true, kind: true } } },
  });
  return channelsOutsidePlan({ tier, channels }).has(id) ? 'channel_outside_plan' : null;
}
