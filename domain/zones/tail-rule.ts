import { daySeconds, hourSeconds } from '#domain/time/units.ts';

// The rule of a zone's yearly clock changes after the last one its data lists.

/** A change on the first such weekday from a day of a month on, at a local time by the clocks before it. */
export interface YearlyChange {
  /** 1 to 12 */
  month: number;
  /** The earliest day of the month. */
  day: number;
  /** 0 to 6, Sunday to Saturday */
  weekday: number;
  /** Local time, seconds after the midnight that begins the day; may be outside of the day. */
  seconds: number;
  /** Seconds ahead of UTC before the change, and after it. */
  before: number;
  offset: number;
}

/** The two changes of a year, in the order of the year. */
export type TailRule = readonly [YearlyChange, YearlyChange];

/** A leap day moves the weekdays by two: within ten years each day a rule can name comes. */
const yearsRead = 10;

/** The changes of a year by a rule: instants in seconds, UTC. */
export function tailChanges({ rule, year }: { rule: TailRule; year: number }) {
  return rule.map(({ month, day, weekday, seconds, before, offset }) => {
    const earliest = Date.UTC(year, month - 1, day) / 1000;
    const weekdayOfEarliest = new Date(earliest * 1000).getUTCDay();
    const start = earliest + ((weekday - weekdayOfEarliest + 7) % 7) * daySeconds;
    return { change: start + seconds - before, offset };
  });
}

/**
 * Finds the rule behind the last ten listed years: data with listed changes says nothing about later years.
 * @param lastYear the last listed year
 * @returns null for a zone without two changes a year on fixed weekdays, for example by Ramadan
 */
export function findTail({
  first,
  changes,
  offsets,
  lastYear,
}: {
  first: number;
  changes: readonly number[];
  offsets: readonly number[];
  lastYear: number;
}): TailRule | null {
  const from = Date.UTC(lastYear - yearsRead + 1, 0, 1) / 1000;
  const begin = changes.findIndex((change) => change >= from);
  if (begin < 0) return null;
  const recent = changes.slice(begin).map((change, index) => ({
    change,
    before: offsets[begin + index - 1] ?? first,
    offset: offsets[begin + index] ?? first,
  }));
  if (recent.length !== 2 * yearsRead) return null;
  const [one, other] = [0, 1].map((part) => yearlyOf(recent.filter((_, index) => index % 2 === part)));
  return one && other ? [one, other] : null;
}

interface Change {
  change: number;
  before: number;
  offset: number;
}

function yearlyOf(changes: Change[]): YearlyChange | null {
  const seen = changes.map(({ change, before, offset }) => {
    // A change at midnight belongs to the end of the day before: 24:00 of the last Thursday can be the 1st.
    const local = new Date((change + before - 60) * 1000);
    const seconds =
      local.getUTCHours() * hourSeconds + local.getUTCMinutes() * 60 + local.getUTCSeconds() + 60;
    return {
      month: local.getUTCMonth() + 1,
      day: local.getUTCDate(),
      weekday: local.getUTCDay(),
      ...{ seconds, before, offset },
    };
  });
  const [first] = seen;
  if (!first) return null;
  const day = Math.min(...seen.map((one) => one.day));
  const isRule = seen.every(
    (one) => one.day < day + 7 && JSON.stringify({ ...one, day: 0 }) === JSON.stringify({ ...first, day: 0 }),
  );
  return isRule ? { ...first, day } : null;
}
