import { createHeap } from './heap.ts';
import type { HeldEntry } from './types.ts';

// The last claim of an instant commits before it (docs/decisions/064, 073). The ledger refuses claims 2 s ahead.
const leadMs = 300;
const leadPerFireMs = 0.14;
const longestLeadMs = 1_700;
/** Fires due within this time join the claim pass of the due ones: a steady stream shares its transactions. */
const batchedMs = 350;
/** A group is planned again whenever it has grown by this many fires: its lead grows by 3 ms. */
const plannedEach = 20;
/** A fire further ahead joins no claim pass. */
const farthestMs = 1_900;

/** Fires waiting for their claim pass, grouped by instant: those of one instant share a pass. */
export function createInstants() {
  const groups = new Map<number, Set<HeldEntry>>();
  /** A herd may be due sooner than a lone fire before it. The newest plan of a group counts. */
  const plans = createHeap<{ instant: number; at: number }>(({ at }) => at);
  const passAtOf = (instant: number) => {
    const fires = groups.get(instant)?.size ?? 0;
    return instant - Math.min(leadMs + leadPerFireMs * fires, longestLeadMs);
  };
  const plan = (instant: number) => plans.push({ instant, at: passAtOf(instant) });

  function first() {
    for (let next = plans.peek(); next; next = plans.peek()) {
      const isKnown = groups.has(next.instant);
      if (isKnown && passAtOf(next.instant) <= next.at) return next;
      plans.pop();
      if (isKnown) plan(next.instant);
    }
    return undefined;
  }
  const nextPassAt = () => first()?.at ?? Infinity;

  return {
    add(entry: HeldEntry) {
      const { scheduledFor } = entry.order;
      const group = groups.get(scheduledFor) ?? new Set();
      groups.set(scheduledFor, group.add(entry));
      if (group.size % plannedEach === 1) plan(scheduledFor);
    },
    /** An emptied group stays until its instant. */
    remove: (entry: HeldEntry) => groups.get(entry.order.scheduledFor)?.delete(entry),
    nextPassAt,
    /** Removes all fires due for a claim pass, and those due in a moment. */
    takeDue(now: number): HeldEntry[] {
      const due: HeldEntry[] = [];
      if (nextPassAt() > now) return due;
      for (let next = first(); next && next.at <= now + batchedMs; next = first()) {
        if (next.instant - now > farthestMs) break;
        due.push(...(groups.get(next.instant) ?? []));
        groups.delete(next.instant);
      }
      return due;
    },
  };
}
