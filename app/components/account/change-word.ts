import { type PaidTier, plans } from '#domain/plan.ts';

/** Label of a change between paid plans, for its button and its page. */
export function changeWord(to: PaidTier): string {
  return `${to === 'ultimate' ? 'Upgrade' : 'Change'} to ${plans[to].name}`;
}
