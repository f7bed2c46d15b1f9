import { getPool } from '#server/database/db.server.ts';
import { repairDailyStats } from '#server/executions/statistics/repair-daily-stats.server.ts';
import { walkJobs } from './walk-jobs.server.ts';

/** Compares yesterday's daily statistics with the ledger; returns the number of repaired rows. */
export async function checkStatistics({ isStopping }: { isStopping: () => boolean }): Promise<number> {
  const { rows } = await getPool().query<{ day: string }>(
    `select ((clock_timestamp() at time zone 'UTC')::date - 1)::text as "day"`,
  );
  const day = rows[0]?.day ?? '';
  let repaired = 0;
  for await (const jobIds of walkJobs({ isStopping })) repaired += await repairDailyStats({ jobIds, day });
  // A day is checked as a whole: a stopped check runs again.
  if (isStopping()) throw new Error('Stopped before the end.');
  return repaired;
}
