import type { FireBuffer } from './fire-buffer.ts';
import { createHeap } from './heap.ts';
import type { HeldEntry, PadSettings } from './types.ts';

/** Calls started in one iteration of the event loop; the first ones reach the wire before the last ones start. */
export const releasedAtOnce = 100;

export type Release = ReturnType<typeof createRelease>;

/** Releases claimed fires at their instant, in order: never early. */
export function createRelease({
  now,
  mayCall,
  hasRoom,
  buffer,
}: Required<Pick<PadSettings, 'now' | 'mayCall' | 'hasRoom'>> & { buffer: FireBuffer }) {
  const ready = createHeap<{ entry: HeldEntry; rank: number }>(({ rank }) => rank);
  const herds = countByInstant();

  /** A call of a job changed since its claim goes first of its instant: the owner already sees the change. */
  function lineUp(entry: HeldEntry) {
    const { order, call, newest } = entry;
    herds.add(order.scheduledFor);
    ready.push({ entry, rank: order.scheduledFor - (call && call.jobVersion < newest ? 0.5 : 0) });
  }

  function run() {
    const instant = now();
    for (let count = 0; count < releasedAtOnce;) {
      const first = ready.peek()?.entry;
      if (!first || first.order.scheduledFor > instant || !hasRoom(count + 1)) return;
      ready.pop();
      herds.remove(first.order.scheduledFor);
      const { call } = first;
      // A call lined up again is in the queue twice.
      if (first.state !== 'ready' || !call) continue;
      if (mayCall(call)) {
        buffer.leaveAs(first, { kind: 'call', call });
        count += 1;
      } else buffer.recheckLater(first);
    }
  }

  /** Instant of the next call; a call waiting for room leaves when another has ended. */
  const nextAt = () => (hasRoom(1) ? (ready.peek()?.entry.order.scheduledFor ?? Infinity) : Infinity);

  return {
    run,
    nextAt,
    add(entry: HeldEntry) {
      entry.state = 'ready';
      lineUp(entry);
    },
    /** For a call whose job has changed since its claim. */
    lineUpAgain: lineUp,
    /** Number of calls that leave at the next instant, if it is less than `ms` away. */
    leavingWithin: (ms: number) => (nextAt() - now() < ms ? herds.size(nextAt()) : 0),
  };
}

function countByInstant() {
  const counts = new Map<number, number>();
  const size = (instant: number) => counts.get(instant) ?? 0;
  return {
    size,
    add: (instant: number) => counts.set(instant, size(instant) + 1),
    remove(instant: number) {
      if (size(instant) > 1) counts.set(instant, size(instant) - 1);
      else counts.delete(instant);
    },
  };
}
