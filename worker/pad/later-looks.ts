import { openHeap } from './heap.ts';
import type { Entry } from './types.ts';

/**
 * Fires that are looked at again, by when. One that was brought forward stands here twice and counts once.
 * @param againMs no look is put off for longer
 */
export function openLaterLooks({ againMs }: { againMs: number }) {
  const queue = openHeap<{ entry: Entry; at: number }>(({ at }) => at);
  return {
    nextAt: () => queue.peek()?.at ?? Infinity,
    plan(entry: Entry, at: number) {
      entry.lookAt = at;
      queue.push({ entry, at });
    },
    takeDue(now: number): Entry[] {
      const due: Entry[] = [];
      // One that is further away than any look is put off was put off by a clock that has been set back since.
      const isDue = (at: number) => at <= now || at > now + againMs;
      for (let first = queue.peek(); first && isDue(first.at); first = queue.peek()) {
        queue.pop();
        const { entry, at } = first;
        if (entry.state === 'held' && entry.lookAt === at) due.push(entry);
      }
      return due;
    },
  };
}
