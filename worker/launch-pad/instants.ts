import { createHeap } from './heap.ts';
import type { Entry } from './types.ts';

const leadMs = 300;
const leadPerFireMs = 0.05;
/** What is due within this time is looked at with what is due: a steady stream shares its transactions. */
const batchedMs = 100;

/** Fires that wait for their last look, grouped by instant: those of one instant are looked at together. */
export function createInstants() {
  const groups = new Map<number, Set<Entry>>();
  const instants = createHeap<number>((instant) => instant);
  const recheckAtOf = (instant: number) =>
    instant - leadMs - leadPerFireMs * (groups.get(instant)?.size ?? 0);
  const nextPassAt = () => {
    const first = instants.peek();
    return first === undefined ? Infinity : recheckAtOf(first);
  };

  return {
    add(entry: Entry) {
      const { scheduledFor } = entry.order;
      const group = groups.get(scheduledFor);
      if (group) group.add(entry);
      else {
        groups.set(scheduledFor, new Set([entry]));
        instants.push(scheduledFor);
      }
    },
    /** An emptied group stays until its instant. */
    remove: (entry: Entry) => groups.get(entry.order.scheduledFor)?.delete(entry),
    nextLookAt: nextPassAt,
    /** Takes out all fires whose last look is due, and with them those whose look is due in a moment. */
    takeDue(now: number): Entry[] {
      const due: Entry[] = [];
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
