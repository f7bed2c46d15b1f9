import { shortMonths, shortWeekdays } from '#domain/time/names.ts';
import { leapYearMs, minuteMs } from '#domain/time/units.ts';
import { zoneOf } from '#domain/zones/zones-in-use.ts';
import { type CronMatcher, matcherOf } from './cron-match.ts';
import { parseCron } from './cron.ts';
import { nextFires, type Schedule } from './schedule.ts';
import { wallClock, type WallClock } from './timezone.ts';

export type FireMark = 'shifted' | 'first_of_two';

/** A change of a zone's clocks: the instant, and minutes ahead of UTC before and after it. */
interface Transition {
  at: number;
  before: number;
  after: number;
}

/**
 * Effect of a clock change on a fire (D10): moved out of a gap, or the first of two equal local times.
 * @param at an instant of nextFires, UTC milliseconds
 */
export function fireMark({ cron, timeZone, at }: Schedule & { at: number }): FireMark | null {
  if (!parseCron(cron).isValid) return null;
  const { isFixed, next } = matcherOf(cron);
  if (!isFixed) return null;
  const zone = zoneOf(timeZone);
  const period = zone.periodAt(at);
  const local = at + period.offset;
  if (next(local) !== local) return 'shifted';
  if (period.end === Infinity) return null;
  const following = zone.periodAt(period.end);
  return local >= following.start + following.offset ? 'first_of_two' : null;
}

/**
 * Effects of the next 12 months' clock changes on a schedule, by date, in the words of the interface.
 * @param from UTC milliseconds
 */
export function clockChanges({
  cron,
  timeZone,
  from,
}: Schedule & { from: number }): { at: number; text: string }[] {
  const parsed = parseCron(cron);
  if (!parsed.isValid) return [];
  const city = timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  const matcher = matcherOf(cron);
  const { isFixed } = matcher;
  const changes: { at: number; text: string }[] = [];
  for (const transition of transitionsOf({ timeZone, from })) {
    const touched = touchedClocks({ transition, matcher });
    for (const { clock, at } of touched) {
      const [fire] = nextFires({ cron, timeZone, after: at - 1, count: 1 });
      if (isFixed && fire !== at) continue;
      if (!isFixed) {
        if (parsed.fields.hour.text === '*' || changes.length > 0) break;
        changes.push({ at, text: 'This schedule follows elapsed time when clocks change.' });
        break;
      }
      changes.push({ at, text: sentence({ clock, at, transition, timeZone, city }) });
      break;
    }
  }
  return changes;
}

function sentence(facts: {
  clock: WallClock;
  at: number;
  transition: Transition;
  timeZone: string;
  city: string;
}) {
  const { clock, at, transition, timeZone, city } = facts;
  const date = `${dayOf(clock)}, ${clock.year}`;
  if (transition.after < transition.before) {
    return `On ${date}, ${timeOf(clock)} happens twice in ${city}: this job runs once, the first time.`;
  }
  const shown = wallClock({ timeZone, at });
  const day = shown.day === clock.day ? '' : ` on ${dayOf(shown)}`;
  return `On ${date}, ${timeOf(clock)} does not exist in ${city}: this job runs at ${timeOf(shown)}${day}.`;
}

/** The local times named by the schedule a change skips or repeats, each with the instant it fires at. */
function touchedClocks({ transition, matcher }: { transition: Transition; matcher: CronMatcher }) {
  const { at, before, after } = transition;
  const isGap = after > before;
  const start = at + Math.min(before, after) * minuteMs;
  const touched: { clock: WallClock; at: number }[] = [];
  for (let offset = 0; offset < Math.abs(after - before); offset += 1) {
    // Local time as if it were UTC: the zone itself has no such time in a gap.
    const local = start + offset * minuteMs;
    if (matcher.next(local) !== local) continue;
    const clock = wallClock({ timeZone: 'UTC', at: local });
    touched.push({ clock, at: isGap ? at : local - before * minuteMs });
  }
  return touched;
}

/** Changes of the year after `from`. */
function transitionsOf({ timeZone, from }: { timeZone: string; from: number }): Transition[] {
  const minute = Math.floor(from / minuteMs) * minuteMs;
  const zone = zoneOf(timeZone);
  const transitions: Transition[] = [];
  for (let period = zone.periodAt(minute); period.end <= minute + leapYearMs;) {
    const following = zone.periodAt(period.end);
    const [before, after] = [period.offset / minuteMs, following.offset / minuteMs];
    transitions.push({ at: period.end, before, after });
    period = following;
  }
  return transitions;
}

const dayOf = ({ weekday, month, day }: WallClock) =>
  `${shortWeekdays[weekday] ?? ''}, ${shortMonths[month - 1] ?? ''} ${day}`;

const timeOf = ({ hour, minute }: WallClock) =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
