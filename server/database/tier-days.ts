import { plans, type Tier, tiers } from '#domain/plan.ts';
import { type ColumnSet, columns, int, text } from './columns.ts';

/**
 * The retention of each tier in days, as rows `tier`, `days` of a statement.
 * @param from number of the first of its two parameters
 */
export function tierDays({ from }: { from: number }): Pick<ColumnSet<Tier>, 'unnest' | 'names'> & {
  values: string[];
} {
  const { unnest, names, values } = columns<Tier>(
    { tier: text((tier) => tier), days: int((tier) => plans[tier].retentionDays) },
    { from },
  );
  return { unnest, names, values: values(tiers) };
}
