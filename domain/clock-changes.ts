import { parseCron, type CronFields } from './cron.ts';
import { remember } from './remember.ts';
import { nextFires, type Schedule } from './schedule.ts';
import { offsetMinutes, wallClock, type WallClock } from './timezone.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export type FireMark = 'shifted' | 'first_of_two';

/** A clock of a zone that is set: the instant, and minutes ahead of UTC before and after it. */
interface Transition {
  at: number;
  before: number;
  after: number;
}

/**
 * What a clock change did to a fire (D10): moved out of a gap, or the first of two equal local times.
 * @param at an instant of nextFires, UTC milliseconds
 */
export function fireMark({ cron, timeZone, at }: Schedule & { at: number }): FireMark | null {
  const fields = fixedFields(cron);
  if (!fields) return null;
  const clock = wallClock({ timeZone, at });
  if (!fields.hour.values.includes(clock.hour) || !fields.minute.values.includes(clock.minute))
    return 'shifted';
  const offset = offsetMinutes({ timeZone, at });
  const back = offset - offsetMinutes({ timeZone, at: at + 3 * 60 * minuteMs });
  if (back <= 0) return null;
  return offsetMinutes({ timeZone, at: at + back * minuteMs }) === offset - back ? 'first_of_two' : null;
}

/**
 * What the clock changes of the next 12 months do to a schedule, by date, in the words of the interface.
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
  const isFixed = fixedFields(cron) !== null;
  const changes: { at: number; text: string }[] = [];
  for (const transition of transitionsOf({ timeZone, from })) {
    const touched = touchedClocks({ transition, fields: parsed.fields });
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
  const date = `${weekdays[clock.weekday] ?? ''}, ${months[clock.month - 1] ?? ''} ${clock.day}, ${clock.year}`;
  if (transition.after < transition.before) {
    return `On ${date}, ${timeOf(clock)} happens twice in ${city}: this job runs once, the first time.`;
  }
  return `On ${date}, ${timeOf(clock)} does not exist in ${city}: this job runs at ${timeOf(wallClock({ timeZone, at }))}.`;
}

/** The local times named by the schedule that a change skips or repeats, each with the instant it fires at. */
function touchedClocks({ transition, fields }: { transition: Transition; fields: CronFields }) {
  const { at, before, after } = transition;
  const isGap = after > before;
  const start = at + Math.min(before, after) * minuteMs;
  const touched: { clock: WallClock; at: number }[] = [];
  for (let offset = 0; offset < Math.abs(after - before); offset += 1) {
    // Local time as if it were UTC: the zone itself has no such time in a gap.
    const local = start + offset * minuteMs;
    const clock = wallClock({ timeZone: 'UTC', at: local });
    if (!fields.hour.values.includes(clock.hour) || !fields.minute.values.includes(clock.minute)) continue;
    touched.push({ clock, at: isGap ? at : local - before * minuteMs });
  }
  return touched;
}

const yearMs = 366 * dayMs;

/** Of each zone that was asked for, the clock changes of a year and a day from the begin of a day (UTC) on. */
const known = new Map<string, { start: number; transitions: Transition[] }>();

/** Of the year after `from`. They are looked for once a day: it takes a look at the clocks of each day of the year. */
function transitionsOf({ timeZone, from }: { timeZone: string; from: number }): Transition[] {
  const minute = Math.floor(from / minuteMs) * minuteMs;
  const start = Math.floor(from / dayMs) * dayMs;
  let year = known.get(timeZone);
  if (year?.start !== start) {
    year = { start, transitions: findTransitions({ timeZone, start }) };
    known.set(timeZone, year);
  }
  return year.transitions.filter(({ at }) => at > minute && at <= minute + yearMs);
}

function findTransitions({ timeZone, start }: { timeZone: string; start: number }): Transition[] {
  const transitions: Transition[] = [];
  let before = offsetMinutes({ timeZone, at: start });
  for (let day = start; day <= start + yearMs; day += dayMs) {
    const after = offsetMinutes({ timeZone, at: day + dayMs });
    if (after === before) continue;
    let [low, high] = [day, day + dayMs];
    while (high - low > minuteMs) {
      const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs;
      if (offsetMinutes({ timeZone, at: middle }) === before) low = middle;
      else high = middle;
    }
    transitions.push({ at: high, before, after });
    before = after;
  }
  return transitions;
}

/** The fields of a schedule whose minute and hour are fixed times: the ones that D10 shifts. */
const fixedFields = remember((cron): CronFields | null => {
  const parsed = parseCron(cron);
  if (!parsed.isValid) return null;
  return parsed.fields.minute.hasWildcard || parsed.fields.hour.hasWildcard ? null : parsed.fields;
});

const timeOf = ({ hour, minute }: WallClock) =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
