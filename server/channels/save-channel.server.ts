import { AppError } from '#domain/errors.ts';
import { channelKindNames } from '#domain/notifications/channel-kind-names.ts';
import type { ChannelKind } from '#domain/notifications/channel-kinds.ts';
import { channelLimit, plans, tierOfKind, type Tier } from '#domain/plan.ts';
import type { Tx } from '#server/database/db.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import { channelRefusal } from './check-draft.server.ts';

// Steps of creating and changing a channel, under the lock of its owner.

/**
 * Refuses a kind that the plan has not.
 * @throws AppError authorization_error
 */
export function requireKind({ tier, kind }: { tier: Tier; kind: ChannelKind }): void {
  if (plans[tier].channelKinds.includes(kind)) return;
  throw new AppError('authorization_error', {
    message: `${channelKindNames[kind]} channels come with ${plans[tierOfKind(kind)].name}. Upgrade to use them.`,
    details: { kind },
  });
}

/**
 * Refuses a channel that the plan has no room for.
 * @throws AppError authorization_error with details `{limit, used}`
 */
export async function requireRoom({
  tx,
  tier,
  userId,
}: {
  tx: Tx;
  tier: Tier;
  userId: number;
}): Promise<void> {
  const limit = channelLimit(tier);
  const used = await tx.channel.count({ where: { userId, deletedAt: null } });
  if (used < limit) return;
  const remedy = tier === 'ultimate' ? 'Delete one first.' : 'Delete one first, or upgrade.';
  throw new AppError('authorization_error', {
    message: `Your plan allows ${limit} channels. ${remedy}`,
    details: { limit, used },
  });
}

/**
 * Refuses the name of another channel of the account.
 * @param channelId the channel that may have it; null for a new one
 * @throws AppError validation_error on name
 */
export async function requireFreeName({
  tx,
  userId,
  name,
  channelId,
}: {
  tx: Tx;
  userId: number;
  name: string;
  channelId: number | null;
}): Promise<void> {
  const other = await tx.channel.findFirst({
    where: { userId, name, deletedAt: null },
    select: { id: true },
  });
  if (!other || other.id === channelId) return;
  throw channelRefusal({ name: `There is a channel named ${name}. Choose another name.` });
}

/** Records a change of a channel in the security log. */
export async function recordChannelEvent({
  tx,
  owner: { id: actorId, request },
  channelId,
  details,
}: {
  tx: Tx;
  owner: Owner;
  channelId: number;
  details: { act: 'created' | 'changed' | 'deleted' | 'enabled'; name: string; kind: ChannelKind };
}): Promise<void> {
  await recordEvent({
    tx,
    code: 'channel_changed',
    actorId,
    details: { channel: channelId, ...details },
    ...(request && { request }),
  });
}
