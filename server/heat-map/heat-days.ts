import { plans, type Tier } from '#domain/plan.ts';

/** Four of each weekday. */
export const keptHeatDays = 28;

/** Number of days in the heat map of an account, today included: four weeks, or the retention of its plan. */
export function heatDays(tier: Tier): number {
  return Math.min(keptHeatDays, plans[tier].retentionDays);
}
