import { openHeap } from './heap.ts';
import type { Entry } from './types.ts';

const leadMs = 300;
const leadPerFireMs = 0.05;
/** What is due within this time is looked at with what is due: a steady stream shares its transactions. */
const gatheredMs = 100;

/** Fires that wait for their last look, grouped by instant: those of one instant are looked at together. */
export function openInstants() {
  const groups = new Map<number, Set<Entry>>();
  const instants = openHeap<number>((instant) => instant);
  const lookAtOf = (instant: number) => instant - leadMs - leadPerFireMs * (groups.get(instant)?.size ?? 0);
  const nextLookAt = () => {
    const first = instants.peek();
    return first === undefined ? Infinity : lookAtOf(first);
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
    nextLookAt,
    /** Takes out all fires whose last look is due, and with them those whose look is due in a moment. */
    takeDue(now: number): Entry[] {
      const due: Entry[] = [];
      if (nextLookAt() > now) return due;
      while (nextLookAt() <= now + gatheredMs) {
        const first = instants.pop() ?? 0;
        due.push(...(groups.get(first) ?? []));
        groups.delete(first);
      }
      return due;
    },
  };
}
