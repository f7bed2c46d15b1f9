import { createHeap } from './heap.ts';
import type { HeldEntry } from './types.ts';

const leadMs = 300;
const leadPerFireMs = 0.05;
/** Fires due within this time join the claim pass of the due ones: a steady stream shares its transactions. */
const batchedMs = 250;

/** Fires waiting for their claim pass, grouped by instant: those of one instant share a pass. */
export function createInstants() {
  const groups = new Map<number, Set<HeldEntry>>();
  const instants = createHeap<number>((instant) => instant);
  const recheckAtOf = (instant: number) =>
    instant - leadMs - leadPerFireMs * (groups.get(instant)?.size ?? 0);
  const nextPassAt = () => {
    const first = instants.peek();
    return first === undefined ? Infinity : recheckAtOf(first);
  };

  return {
    add(entry: HeldEntry) {
      const { scheduledFor } = entry.order;
      const group = groups.get(scheduledFor);
      if (group) group.add(entry);
      else {
        groups.set(scheduledFor, new Set([entry]));
        instants.push(scheduledFor);
      }
    },
    /** An emptied group stays until its instant. */
    remove: (entry: HeldEntry) => groups.get(entry.order.scheduledFor)?.delete(entry),
    nextPassAt,
    /** Removes all fires due for a claim pass, and those due in a moment. */
    takeDue(now: number): HeldEntry[] {
      const due: HeldEntry[] = [];
      if (nextPassAt() > now) return due;
      while (nextPassAt() <= now + batchedMs) {
        const first = instants.pop() ?? 0;
        due.push(...(groups.get(first) ?? []));
        groups.delete(first);
      }
      return due;
    },
  };
}
