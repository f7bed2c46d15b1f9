import { getPool } from '#server/database/db.server.ts';

export const shownDays = 90;
const keptMs = 30_000;

/** Figures of all accounts' schedules on a UTC day. */
export interface ServiceDayFigures {
  /** Such as 2026-11-21. */
  day: string;
  /** Calls that left for a schedule. */
  fires: number;
  missed: number;
  unknown: number;
  /** That limits of the service skipped. */
  limited: number;
  /** Null on a day without a call. */
  latenessP50Ms: number | null;
  latenessP99Ms: number | null;
}

export interface ServiceFigures {
  /** The newest day first; days of which nothing is known are left out. At most 90. */
  days: ServiceDayFigures[];
  /** When the ledger was last counted to its end, UTC milliseconds: fires of the last 10 to 20 minutes before it are not in. */
  countedAt: number | null;
  /** True if a worker that may call has been seen within its lease of 10 s. */
  isCalling: boolean;
}

let kept: { at: number; figures: Promise<ServiceFigures> } | null = null;

/** The figures of the last 90 days; this process reads them from the database at most every 30 s. */
export function readServiceFigures(now = performance.now()): Promise<ServiceFigures> {
  if (kept && now - kept.at < keptMs) return kept.figures;
  const figures = ask();
  kept = { at: now, figures };
  // A failure is not cached: the next request reads again.
  figures.catch(() => {
    if (kept?.figures === figures) kept = null;
  });
  return figures;
}

async function ask(): Promise<ServiceFigures> {
  const [days, run, worker] = await Promise.all([
    getPool().query<ServiceDayFigures>(
      `select "day"::text, "fires", "missed", "unknown", "limited", "latenessP50Ms", "latenessP99Ms" from "ServiceDay"
       order by "day" desc limit ${shownDays}`,
    ),
    getPool().query<{ at: number }>(
      `select ("walk"::json->>'seenAt')::float8 as "at" from "MaintenanceTask"
       where "name" = 'service-days' and "walk" is not null`,
    ),
    getPool().query(`select from "Worker" where "leaseUntil" > now() limit 1`),
  ]);
  return {
    days: days.rows,
    countedAt: run.rows[0]?.at ?? null,
    isCalling: worker.rows.length > 0,
  };
}
