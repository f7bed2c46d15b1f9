import type { Outcome } from '#domain/outcome.ts';
import { dayMs } from '#domain/time/units.ts';
import { now } from '#server/clock.server.ts';
import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

/** Executions of a UTC day ("2026-11-21") by outcome, and those of the skipped ones the owner skipped. */
export type DailyOutcomes = { day: string } & Record<Outcome | 'skippedByOwner', number>;

// Only columns of the index on days.
const outcomesStatement: Statement = {
  name: 'ledger-daily-outcomes',
  text: `
    select d."day"::text as "day", d."success", d."failed", d."superseded", d."skipped", d."missed", d."unknown",
      d."skippedByOwner"
    from "DailyStat" d where d."jobId" = $1 and d."day" >= $2::date order by d."day"`,
};

/** The last days of a job, oldest first; a day without an execution has no row. */
export async function dailyOutcomes({
  jobId,
  days,
}: {
  jobId: number;
  days: number;
}): Promise<DailyOutcomes[]> {
  const first = (Math.floor(now().getTime() / dayMs) - days + 1) * dayMs;
  return query<DailyOutcomes>({
    client: getPool(),
    statement: outcomesStatement,
    values: [jobId, new Date(first).toISOString().slice(0, 10)],
  });
}
