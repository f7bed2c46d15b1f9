import { dayMs, minuteMs } from '#domain/time/units.ts';
import { type CronMatcher, matcherOf } from './cron-match.ts';
import type { Zone } from '#domain/zones/zone.ts';
import { zoneOf } from '#domain/zones/zones-in-use.ts';
import '#domain/zones/shipped-zones.ts';

export interface Schedule {
  /** Five fields as parseCron gives them. */
  cron: string;
  /** IANA name. */
  timeZone: string;
}

/**
 * The next instants of a schedule, strictly after `after`: the one function behind previews, plans and fires. Time
 * zones and clock changes follow D10 and D10a: a fixed time inside a gap of less than a day fires at the first valid
 * instant after it, on any date; one that occurs twice fires the first time. Wildcards and steps fire at every instant
 * of matching local time. A day skipped by a zone has no fire.
 * @param after UTC milliseconds
 * @param count at most this many
 * @returns UTC milliseconds, oldest first; shorter than count if the schedule ends
 * @throws Error on an expression that parseCron refuses, and on an unknown time zone
 */
export function nextFires({
  cron,
  timeZone,
  after,
  count,
}: Schedule & { after: number; count: number }): number[] {
  const fires: number[] = [];
  if (count < 1) return fires;
  for (const at of instantsAfter({ matcher: matcherOf(cron), zone: zoneOf(timeZone), after })) {
    fires.push(at);
    if (fires.length >= count) break;
  }
  return fires;
}

/**
 * Every instant with after < instant <= until, oldest first.
 * @param limit maximum length of the list
 */
export function firesBetween({
  cron,
  timeZone,
  after,
  until,
  limit,
}: Schedule & { after: number; until: number; limit: number }): number[] {
  const fires: number[] = [];
  if (limit < 1) return fires;
  for (const at of instantsAfter({ matcher: matcherOf(cron), zone: zoneOf(timeZone), after })) {
    if (at > until) break;
    fires.push(at);
    if (fires.length >= limit) break;
  }
  return fires;
}

/**
 * Walks the periods of a zone's offset. Within one, instants and local times advance together; at the start of the
 * next, fixed times inside a gap fire at its start, and repeated ones are skipped.
 */
function* instantsAfter({
  matcher: { isFixed, next },
  zone,
  after,
}: {
  matcher: CronMatcher;
  zone: Zone;
  after: number;
}): Generator<number, void> {
  let period = zone.periodAt(after);
  const from = after + 1 + period.offset;
  let local = next(isFixed ? Math.max(from, period.reached) : from);
  let last = after;
  while (local !== null) {
    const at = local - period.offset;
    const begin = period.start + period.offset;
    if (at >= period.end) {
      period = zone.periodAt(period.end);
      // Wildcards count from the clocks' present time: local times repeat, or are skipped.
      const isBack = period.start + period.offset < period.reached;
      if (!isFixed && (isBack || local < period.start + period.offset))
        local = next(period.start + period.offset);
      continue;
    }
    const isInGap = at < period.start;
    const fire = isInGap ? period.start : at;
    // Two times of a gap meet at its end: one instant, one fire.
    if (fire > last && !(isInGap && begin - period.reached >= dayMs)) {
      yield fire;
      last = fire;
    }
    local = next(isInGap ? begin : local + minuteMs);
  }
}
