import { channelLimit, plans, type Tier } from '#domain/plan.ts';
import type { ChannelKind } from './channel-kinds.ts';

/** Why a saved channel gets no notifications: its plan has not its kind, or allows fewer channels. */
export type OutsidePlan = 'kind' | 'limit';

/**
 * The channels that a plan does not use, by id. They are kept, and used again after an upgrade. The oldest ones go first.
 */
export function channelsOutsidePlan({
  tier,
  channels,
}: {
  tier: Tier;
  channels: readonly { id: number; kind: ChannelKind }[];
}): Map<number, OutsidePlan> {
  const outside = new Map<number, OutsidePlan>();
  let used = 0;
  for (const { id, kind } of [...channels].sort((one, other) => one.id - other.id)) {
    if (!plans[tier].channelKinds.includes(kind)) outside.set(id, 'kind');
    else if (used >= channelLimit(tier)) outside.set(id, 'limit');
    else used += 1;
  }
  return outside;
}
