import { quarterHoursUntil } from './count-quarter-hours.server.ts';
import type { QuarterSums } from './heat-sums.ts';
import { ownerQuarters } from './read-quarter-hours.server.ts';

const mostOwners = 100;

const kept = new Map<string, { countedUntil: number; quarters: Promise<QuarterSums[]> }>();

/**
 * The sums over the jobs of an account, kept until the next count has ended: those of a thousand jobs take a second.
 * @param from UTC milliseconds; the whole UTC day that holds it is read
 */
export async function keptOwnerQuarters(asked: { ownerId: number; from: number }): Promise<QuarterSums[]> {
  const countedUntil = await quarterHoursUntil();
  if (countedUntil === null) return ownerQuarters(asked);
  const key = `${asked.ownerId} ${new Date(asked.from).toISOString().slice(0, 10)}`;
  const known = kept.get(key);
  if (known?.countedUntil === countedUntil) return known.quarters;
  if (kept.size >= mostOwners) kept.clear();
  const quarters = ownerQuarters(asked);
  kept.set(key, { countedUntil, quarters });
  // A failed read is repeated by the next page.
  quarters.catch(() => kept.delete(key));
  return quarters;
}
