import { Cron } from 'croner';
import { parseCron } from './cron.ts';

export interface Schedule {
  /** Five fields as parseCron gives them. */
  cron: string;
  /** IANA name. */
  timeZone: string;
}

const cacheLimit = 2_000;
const cache = new Map<string, Cron>();

/**
 * The next instants that a schedule names, strictly after `after`: the function that previews, plans and fires.
 * Time zones and clock changes as D10 says: a fixed time inside a gap fires at the first valid instant
 * after it, one that comes twice fires the first time; wildcards and steps follow elapsed time.
 * @param after UTC milliseconds
 * @param count at most this many
 * @returns UTC milliseconds, oldest first; shorter than count when the schedule ends
 * @throws Error on an expression that parseCron refuses
 */
export function nextFires({
  cron,
  timeZone,
  after,
  count,
}: Schedule & { after: number; count: number }): number[] {
  const pattern = patternOf({ cron, timeZone });
  const fires: number[] = [];
  let last = after;
  while (fires.length < count) {
    const next = pattern.nextRun(new Date(last))?.getTime();
    if (next === undefined) break;
    // Two times of a gap meet at its end: one instant, one fire.
    if (next > last) fires.push(next);
    last = Math.max(next, last + 1);
  }
  return fires;
}

/**
 * Every instant with after < instant <= until, oldest first.
 * @param limit the list ends after so many
 */
export function firesBetween({
  cron,
  timeZone,
  after,
  until,
  limit,
}: Schedule & { after: number; until: number; limit: number }): number[] {
  const fires: number[] = [];
  let last = after;
  while (fires.length < limit) {
    const [next] = nextFires({ cron, timeZone, after: last, count: 1 });
    if (next === undefined || next > until) break;
    fires.push(next);
    last = next;
  }
  return fires;
}

function patternOf({ cron, timeZone }: Schedule): Cron {
  const key = `${cron} ${timeZone}`;
  const known = cache.get(key);
  if (known) return known;
  const parsed = parseCron(cron);
  if (!parsed.isValid) throw new Error(`Not a schedule: ${parsed.message}`);
  const pattern = new Cron(parsed.cron, {
    mode: '5-part',
    timezone: timeZone,
    paused: true,
    fixedTimeRule: 'no-wildcard',
  });
  if (cache.size >= cacheLimit) cache.delete(cache.keys().next().value ?? '');
  cache.set(key, pattern);
  return pattern;
}
