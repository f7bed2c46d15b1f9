import type { CatchUp } from '#domain/job/choices.ts';
import { hourMs } from '#domain/time/units.ts';
import type { FireTrigger } from '#domain/trigger.ts';
import type { ScheduleCalculator } from '#server/executions/ledger/types.ts';
import type { VersionInForce } from '#server/executions/ledger/versions-in-force.server.ts';

/** One row a fire up to here, then one counted row. */
const singleRows = 60;
/** Catch-up reaches this far back. */
export const catchUpMs = hourMs;
/** A year of minutes: longer than any retention. */
const instantLimit = 530_000;

export interface MissedRow {
  scheduledFor: number;
  version: number;
  /** Last instant of a row for several missed fires. */
  missedUntil: number | null;
  /** The instants of this row; one unless it is counted. */
  instants: number[];
}

export interface Past {
  missed: MissedRow[];
  /** Due fires that may still run, in order: as scheduled, or as catch-up. */
  candidates: Candidate[];
}

export interface Candidate {
  scheduledFor: number;
  trigger: FireTrigger;
}

/**
 * Classifies instants without a row (engine.md section 4). The newest due one runs as scheduled, if it is not too late
 * and still in the newest version; instants of the last hour and after the last change are caught up, the newest alone
 * (`last`) or one after another (`all`). The rest are missed.
 *
 * @param accountedUntil every fire up to and including this instant has its row
 * @param versions oldest first; the last is the newest, the first was in force at `accountedUntil`
 * @param until the last due instant: now, or a fire claimed shortly before its time
 * @param held the claimed fire: if in time, it goes before any catch-up; null for a plan
 * @param lateLimitMs maximum lateness of a fire that still runs as scheduled
 */
export function classifyDueFires({
  accountedUntil,
  versions,
  until,
  held,
  now,
  schedule,
  lateLimitMs,
  catchUp,
}: {
  accountedUntil: number;
  versions: VersionInForce[];
  until: number;
  held: number | null;
  now: number;
  schedule: ScheduleCalculator;
  lateLimitMs: number;
  catchUp: CatchUp;
}): Past {
  const due = versions.flatMap((version, index) => {
    const end = Math.min(until, versions[index + 1]?.changedAt ?? until);
    const after = Math.max(accountedUntil, version.changedAt);
    return instantsOf({ version, after, until: end, schedule });
  });
  const newest = due.at(-1);
  const current = versions.at(-1);
  if (!newest || !current) return { missed: [], candidates: [] };
  const at = newest.scheduledFor;
  const isInTime =
    now - at <= lateLimitMs &&
    (newest.version === current.version ||
      instantsOf({ version: current, after: at - 1, until: at, schedule }).length > 0);
  const caught = due.filter(
    ({ scheduledFor, version }) => version === current.version && now - scheduledFor <= catchUpMs,
  );
  const isAll = catchUp === 'all' && !(isInTime && held === at);
  const chosen = isAll ? caught : isInTime || catchUp !== 'none' ? caught.slice(-1) : [];
  const runnable = isInTime && chosen.at(-1) !== newest ? [newest] : chosen;
  // After a year's outage there are half a million due fires, and an hour's of them are caught up.
  const isRunnable = new Set(runnable);
  return {
    missed: rowsOf(due.filter((one) => !isRunnable.has(one))),
    candidates: runnable.map((one) => ({
      scheduledFor: one.scheduledFor,
      trigger: one === newest && isInTime ? 'schedule' : 'catch_up',
    })),
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
  schedule: ScheduleCalculator;
}): Due[] {
  const { version, until, schedule } = span;
  const { cron, timeZone, status, pausedUntil } = version;
  // A paused job's schedule names nothing; one paused until an instant counts as active from it on.
  const isNaming = status === 'active' || (status === 'paused' && pausedUntil !== null);
  const after = status === 'paused' ? Math.max(span.after, (pausedUntil ?? 0) - 1) : span.after;
  if (!isNaming || cron === null || after >= until) return [];
  const instants = schedule.firesBetween({ cron, timeZone, after, until, limit: instantLimit });
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
