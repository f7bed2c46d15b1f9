import type { ScheduleMath } from './types.ts';

/** One row a fire up to here, then one counted row. */
const singleRows = 60;
/** Catch-up reaches this far back. */
const catchUpMs = 3_600_000;
/** A year of minutes: what lies beyond is longer than any retention. */
const instantLimit = 530_000;

/** A version of a job as the past is judged by it; instants in UTC milliseconds. */
export interface VersionInForce {
  version: number;
  /** In force for instants after this one, until the next version's. */
  changedAt: number;
  status: 'active' | 'paused' | 'inactive';
  pausedUntil: number | null;
  cron: string | null;
  timeZone: string;
}

export interface MissedRow {
  scheduledFor: number;
  version: number;
  /** Of a counted row: the last instant it stands for. */
  missedUntil: number | null;
  /** The instants of this row; one unless it is counted. */
  instants: number[];
}

export interface Past {
  missed: MissedRow[];
  /** The newest due fire, when it may still run: as scheduled, or as the one that is caught up. */
  candidate: { scheduledFor: number; trigger: 'schedule' | 'catch_up' } | null;
}

/**
 * What becomes of the instants that have no row yet (engine.md section 4). Only the newest due one can run, and
 * only if the newest version names it: a catch-up of an older one would not fit before it. The rest are missed.
 *
 * @param accountedUntil up to and including this instant every fire has its row
 * @param versions oldest first; the last is the newest, the first was in force at `accountedUntil`
 * @param until the last instant that counts as due: now, or a fire that is claimed shortly before its time
 * @param lateLimitMs how late a fire still runs as scheduled
 */
export function judgePast({
  accountedUntil,
  versions,
  until,
  now,
  math,
  lateLimitMs,
  catchUp,
}: {
  accountedUntil: number;
  versions: VersionInForce[];
  until: number;
  now: number;
  math: ScheduleMath;
  lateLimitMs: number;
  catchUp: 'last' | 'none' | 'all';
}): Past {
  const due = versions.flatMap((version, index) => {
    const end = Math.min(until, versions[index + 1]?.changedAt ?? until);
    const after = Math.max(accountedUntil, version.changedAt);
    return instantsOf({ version, after, until: end, math });
  });
  const newest = due.at(-1);
  if (newest?.version !== versions.at(-1)?.version || !newest)
    return { missed: rowsOf(due), candidate: null };
  const lateMs = now - newest.scheduledFor;
  const isCaughtUp = catchUp !== 'none' && lateMs <= catchUpMs;
  if (lateMs > lateLimitMs && !isCaughtUp) return { missed: rowsOf(due), candidate: null };
  const trigger = lateMs <= lateLimitMs ? 'schedule' : 'catch_up';
  return {
    missed: rowsOf(due.slice(0, -1)),
    candidate: { scheduledFor: newest.scheduledFor, trigger },
  };
}

interface Due {
  scheduledFor: number;
  version: number;
}

function instantsOf(span: {
  version: VersionInForce;
  after: number;
  until: number;
  math: ScheduleMath;
}): Due[] {
  const { version, until, math } = span;
  const { cron, timeZone, status, pausedUntil } = version;
  // A paused job's schedule names nothing; one that is paused until an instant counts as active from it on.
  const isNaming = status === 'active' || (status === 'paused' && pausedUntil !== null);
  const after = status === 'paused' ? Math.max(span.after, (pausedUntil ?? 0) - 1) : span.after;
  if (!isNaming || cron === null || after >= until) return [];
  const instants = math.firesBetween({ cron, timeZone, after, until, limit: instantLimit });
  return instants.map((scheduledFor) => ({ scheduledFor, version: version.version }));
}

function rowsOf(due: Due[]): MissedRow[] {
  const single = due.slice(0, singleRows).map(({ scheduledFor, version }) => ({
    scheduledFor,
    version,
    missedUntil: null,
    instants: [scheduledFor],
  }));
  const counted = due.slice(singleRows);
  const [first] = counted;
  const last = counted.at(-1);
  if (!first || !last) return single;
  return [
    ...single,
    { ...first, missedUntil: last.scheduledFor, instants: counted.map(({ scheduledFor }) => scheduledFor) },
  ];
}
