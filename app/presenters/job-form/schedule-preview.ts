import { clockChanges, fireMark, type FireMark } from '#domain/schedule/clock-changes.ts';
import { describeCron } from '#domain/schedule/cron-description.ts';
import { cronHints } from '#domain/schedule/cron-hints.ts';
import { parseCron } from '#domain/schedule/cron.ts';
import { firesBetween, nextFires } from '#domain/schedule/schedule.ts';
import { timeZoneError, zoneSpans } from '#domain/schedule/timezone.ts';
import { dayMinutes, dayMs } from '#domain/time/units.ts';

export interface PreviewFire {
  at: number;
  mark: FireMark | null;
}

/** Preview of an unsaved schedule: the description, its notes and its fires. */
export interface SchedulePreview {
  sentence: string;
  /** The five fields as they are saved; null where there is no schedule, or none that can be saved. */
  cron: string | null;
  /** Why the schedule cannot be saved; then everything below is empty. */
  problem: string | null;
  notifications: string[];
  clockChanges: { at: number; text: string; mark: FireMark | null }[];
  fires: PreviewFire[];
  /** The fires of the next 24 hours, for the dial; at most one a minute. */
  dayFires: number[];
  callsPerDay: number;
  /** Within 30 days; as far as they were counted. */
  callsPerMonth: { count: number; isMore: boolean };
  timeZone: string;
  now: number;
  /** Zone offsets from the server, for the browser. */
  zoneSpans: ReturnType<typeof zoneSpans>;
}

/** Computed by the engine's functions, so the preview is exact (D25). The form shows five. */
export function toSchedulePreview({
  cron: text,
  timeZone,
  now,
  count = 5,
}: {
  cron: string | null;
  timeZone: string;
  now: number;
  count?: number;
}): SchedulePreview {
  const empty = {
    cron: null,
    notifications: [],
    clockChanges: [],
    fires: [],
    dayFires: [],
    callsPerDay: 0,
    callsPerMonth: { count: 0, isMore: false },
    timeZone,
    now,
    zoneSpans: {},
  };
  if (text === null) return { ...empty, sentence: describeCron(null), problem: null };
  const parsed = parseCron(text);
  if (!parsed.isValid) return { ...empty, sentence: describeCron(text), problem: parsed.message };
  const { cron } = parsed;
  const zoneError = timeZoneError(timeZone);
  if (zoneError !== null) return { ...empty, sentence: describeCron(cron), problem: zoneError };
  const dayFires = firesBetween({ cron, timeZone, after: now, until: now + dayMs, limit: dayMinutes });
  return {
    sentence: `${describeCron(cron)}, ${timeZone}`,
    cron,
    problem: null,
    notifications: cronHints(cron),
    clockChanges: markedChanges({ cron, timeZone, now }),
    fires: toFires({ cron, timeZone, now, count }),
    dayFires,
    callsPerDay: dayFires.length,
    callsPerMonth: callsWithin30Days({ cron, timeZone, now, dayFires }),
    timeZone,
    now,
    zoneSpans: zoneSpans({ timeZones: [timeZone], now }),
  };
}

/** Effects of clock changes in the next 12 months, each with the mark of its fire. */
export function markedChanges({ cron, timeZone, now }: { cron: string; timeZone: string; now: number }) {
  return clockChanges({ cron, timeZone, from: now }).map((change) => ({
    ...change,
    mark: fireMark({ cron, timeZone, at: change.at }),
  }));
}

/** More than so many are not counted one by one: a schedule that fires each minute names 43,200. */
const mostCounted = 750;

function callsWithin30Days({
  cron,
  timeZone,
  now,
  dayFires,
}: {
  cron: string;
  timeZone: string;
  now: number;
  dayFires: readonly number[];
}) {
  if (dayFires.length > mostCounted / 30 + 1) return { count: mostCounted, isMore: true };
  const until = now + 30 * dayMs;
  const fires = firesBetween({ cron, timeZone, after: now, until, limit: mostCounted + 1 });
  return { count: Math.min(fires.length, mostCounted), isMore: fires.length > mostCounted };
}

/** The next instants with what clock changes do to them. */
export function toFires(schedule: {
  cron: string;
  timeZone: string;
  now: number;
  count: number;
}): PreviewFire[] {
  const { cron, timeZone, now, count } = schedule;
  return nextFires({ cron, timeZone, after: now, count }).map((at) => ({
    at,
    mark: fireMark({ cron, timeZone, at }),
  }));
}
