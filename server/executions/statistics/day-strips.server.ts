import type { Outcome } from '#domain/outcome.ts';
import { dayMs } from '#domain/time/units.ts';
import { now } from '#server/clock.server.ts';
import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

/** The bit of each outcome in a day of a strip; fires the owner skipped have one apart. */
export const outcomeBits: Record<Outcome | 'skippedByOwner', number> = {
  success: 1,
  failed: 2,
  superseded: 4,
  skipped: 8,
  missed: 16,
  unknown: 32,
  skippedByOwner: 64,
};

/** Two characters for each day with a row, so fifty jobs are fifty rows: the day and its bits. */
const firstSign = 48;
const countOf = (outcome: string) =>
  outcome === 'skipped' ? 'd."skipped" - d."skippedByOwner"' : `d."${outcome}"`;
const bits = Object.entries(outcomeBits).map(([outcome, bit]) => `(${countOf(outcome)} > 0)::int * ${bit}`);

// Only columns of the index on days.
const stripsStatement: Statement = {
  name: 'ledger-day-strips',
  text: `
    select d."jobId",
      string_agg(chr(${firstSign} + (d."day" - $2::date)) || chr(${firstSign} + ${bits.join(' + ')}), '') as "days"
    from "DailyStat" d
    where d."jobId" = any($1::int[]) and d."day" >= $2::date and d."day" < $2::date + $3::int
    group by d."jobId"`,
};

/**
 * Outcomes of many jobs' executions on each of the last days (UTC), in one small row per job.
 * @param days 60 at most
 * @returns for each job the bits (outcomeBits) of its days, oldest first; 0 is a day without an execution
 */
export async function dayStrips({
  jobIds,
  days,
}: {
  jobIds: number[];
  days: number;
}): Promise<Map<number, number[]>> {
  const first = (Math.floor(now().getTime() / dayMs) - days + 1) * dayMs;
  const rows = await query<{ jobId: number; days: string }>({
    client: getPool(),
    statement: stripsStatement,
    values: [jobIds, new Date(first).toISOString().slice(0, 10), days],
  });
  const known = new Map(rows.map((row) => [row.jobId, row.days]));
  return new Map(jobIds.map((jobId) => [jobId, daysOf({ signs: known.get(jobId) ?? '', days })]));
}

function daysOf({ signs, days }: { signs: string; days: number }): number[] {
  const strip = Array.from({ length: days }, () => 0);
  for (let at = 0; at < signs.length; at += 2)
    strip[signs.charCodeAt(at) - firstSign] = signs.charCodeAt(at + 1) - firstSign;
  return strip;
}
