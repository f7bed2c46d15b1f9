import type { Resident } from './types.ts';

/** Wait for a job without an open activity: its workflow is about to start one, or Temporal is away. */
const shortestWaitMs = 500;
const longestWaitMs = 15_000;

export interface DueReport {
  waitMs: number;
  /** Earliest time of the next check. */
  from: number;
  isSending: boolean;
  /** Something happened while its report was on the way. */
  isAgain: boolean;
}

export type DueReports = ReturnType<typeof createDueReports>;

/** The jobs whose reports have not arrived yet. */
export function createDueReports({ now }: { now: () => number }) {
  const due = new Map<Resident, DueReport>();

  function postpone(one: DueReport | undefined) {
    if (!one) return;
    one.from = now() + one.waitMs * (0.75 + Math.random() / 2);
    one.waitMs = Math.min(one.waitMs * 2, longestWaitMs);
  }

  return {
    size: () => due.size,
    of: (resident: Resident) => due.get(resident),
    add(resident: Resident) {
      const known = due.get(resident);
      if (!known) due.set(resident, { waitMs: shortestWaitMs, from: 0, isSending: false, isAgain: false });
      else {
        known.isAgain = true;
        if (resident.isEnding) known.from = 0;
      }
    },
    /** A new activity waits for the report of a job; false if there is nothing to report. */
    hurry(resident: Resident): boolean {
      const one = due.get(resident);
      if (one) Object.assign(one, { waitMs: shortestWaitMs, from: 0 });
      return one !== undefined;
    },
    remove: (resident: Resident) => void due.delete(resident),
    /** The next reports to send, those with an attempt that waits first. */
    ready(room: number): Resident[] {
      // Thousands may be due while as many as may be are on their way.
      if (room <= 0) return [];
      const instant = now();
      const [urgent, others]: [Resident[], Resident[]] = [[], []];
      for (const [resident, one] of due) {
        if (one.isSending || one.from > instant) continue;
        if (resident.waiting.length > 0) urgent.push(resident);
        else if (others.length < room) others.push(resident);
        if (urgent.length >= room) break;
      }
      return [...urgent, ...others].slice(0, room);
    },
    postpone,
    postponeAll() {
      for (const one of due.values()) if (!one.isSending) postpone(one);
    },
    /**
     * No activity waits for the report of a job yet. A job of another worker gets its next one soon; if not, the check
     * for forgotten attempts finds them.
     */
    awaitActivity(resident: Resident) {
      const one = due.get(resident);
      if (resident.isGone && one?.waitMs === longestWaitMs) due.delete(resident);
      else postpone(one);
    },
    /** The job has waited for an activity for the longest time between two checks. */
    isOverdue: (resident: Resident) => due.get(resident)?.waitMs === longestWaitMs,
    hasWaiting: () => [...due.keys()].some(({ waiting }) => waiting.length > 0),
  };
}
