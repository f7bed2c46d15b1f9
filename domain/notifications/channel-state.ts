import type { OutsidePlan } from './channels-in-plan.ts';

/** States of a channel, for its owner; the worst that applies. */
export const channelStates = ['working', 'failing', 'unconfirmed', 'outside_plan', 'disabled'] as const;
export type ChannelState = (typeof channelStates)[number];

/** The state of a channel. It gets no notifications while it is disabled, outside the plan or unconfirmed. */
export function channelState({
  disabledAt,
  failingSince,
  outsidePlan,
  recipients,
}: {
  disabledAt: Date | null;
  failingSince: Date | null;
  outsidePlan: OutsidePlan | null;
  /** Addresses of an email channel. */
  recipients: readonly { state: string }[];
}): ChannelState {
  if (disabledAt !== null) return 'disabled';
  if (outsidePlan !== null) return 'outside_plan';
  if (recipients.length > 0 && !recipients.some(({ state }) => state === 'confirmed')) return 'unconfirmed';
  return failingSince === null ? 'working' : 'failing';
}
