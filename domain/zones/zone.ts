import { dayMs, leapYearMs } from '#domain/time/units.ts';
import { type TailRule, tailChanges } from './tail-rule.ts';

/** The rules of one zone, as data: seconds, UTC. */
export interface ZoneRules {
  /** Seconds ahead of UTC before the first change. */
  first: number;
  /** Instants at which the clocks were or will be set, oldest first. */
  changes: readonly number[];
  /** Seconds ahead of UTC from each of them on. */
  offsets: readonly number[];
  /** The rule after the last listed change; null if the clocks no longer change. */
  tail: TailRule | null;
}

/** A time during which a zone keeps one offset. Milliseconds throughout. */
export interface Period {
  /** The first instant; -Infinity where no change came before. */
  start: number;
  /** The first instant after it; Infinity where no change follows. */
  end: number;
  /** Ahead of UTC. */
  offset: number;
  /**
   * Local time the clocks had reached before `start`, as if it were UTC: below it local times come a second time, from
   * it to the local time of `start` they are left out. -Infinity where no change came before.
   */
  reached: number;
}

export interface Zone {
  /** The period that holds an instant, UTC milliseconds. */
  periodAt: (at: number) => Period;
}

const secondMs = 1000;
/** Dates and weekdays come again after 400 years, and so do the changes of a tail rule. */
const cycleMs = 146_097 * dayMs;

/**
 * Reads the rules of a zone; its tail rule is expanded as needed, for 400 years at most. A date in the year 9999 would
 * otherwise keep thousands of periods.
 */
export function createZone({ first, changes, offsets, tail }: ZoneRules): Zone {
  const periods: Period[] = [];
  let last: Period = { start: -Infinity, end: Infinity, offset: first * secondMs, reached: -Infinity };
  const append = (change: number, offset: number) => {
    // Only the name of the time changed, or which part of the year counts as summer.
    if (offset * secondMs === last.offset) return;
    const at = change * secondMs;
    last.end = at;
    periods.push(last);
    const reached = Math.max(last.reached, at + last.offset);
    last = { start: at, end: Infinity, offset: offset * secondMs, reached };
  };
  changes.forEach((change, index) => append(change, offsets[index] ?? first));
  // The last period is open, so it is kept apart from the complete ones.
  const listedUntil = changes.at(-1) ?? 0;
  let year = new Date(listedUntil * secondMs).getUTCFullYear();

  function extendTo(at: number) {
    while (tail !== null && last.start <= at) {
      for (const { change, offset } of tailChanges({ rule: tail, year }))
        if (change > listedUntil) append(change, offset);
      year += 1;
    }
  }

  const farFrom = listedUntil * secondMs + cycleMs + 2 * leapYearMs;

  return {
    periodAt(given) {
      const shift = tail !== null && given > farFrom ? Math.ceil((given - farFrom) / cycleMs) * cycleMs : 0;
      return shift === 0 ? find(given) : shifted({ period: find(given - shift), shift });
    },
  };

  function find(at: number): Period {
    extendTo(at);
    if (at >= last.start) return last;
    let [low, high] = [0, periods.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((periods[middle]?.start ?? Infinity) <= at) low = middle;
      else high = middle - 1;
    }
    return periods[low] ?? last;
  }
}

function shifted({
  period: { start, end, offset, reached },
  shift,
}: {
  period: Period;
  shift: number;
}): Period {
  return { start: start + shift, end: end + shift, offset, reached: reached + shift };
}
