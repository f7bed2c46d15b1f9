import { type PaidTier, plans } from '#domain/plan.ts';

/** What a change between the paid plans is called on its button and its page. */
export function changeWord(to: PaidTier): string {
  return `${to === 'ultimate' ? 'Upgrade' : 'Change'} to ${plans[to].name}`;
}
