import { plans, type Tier } from '#domain/plan.ts';

/** Four of each weekday. */
export const keptDays = 28;

/** How many days the heat map of an account shows, today included: four weeks, or what its plan keeps of the history. */
export function heatDays(tier: Tier): number {
  return Math.min(keptDays, plans[tier].retentionDays);
}
