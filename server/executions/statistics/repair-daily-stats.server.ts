import { getPool } from '#server/database/db.server.ts';
import { type Client, inTransaction } from '#server/database/transaction.server.ts';
import { lockJobs } from '#server/executions/ledger/lock-jobs.server.ts';
import { log } from '#server/log.server.ts';
import { compareDailyStats, type CountedDay } from './compare-daily-stats.server.ts';

/**
 * Compares a day's statistics of these jobs with the ledger. Both are written in one transaction, so a difference is a
 * bug: it is logged, and the statistics are set to the values of the rows.
 * @param day a UTC day that is over, such as "2026-11-21"
 * @returns number of repaired rows
 */
export async function repairDailyStats({ jobIds, day }: { jobIds: number[]; day: string }): Promise<number> {
  const suspects = await compareDailyStats({ client: getPool(), jobIds, day });
  if (suspects.length === 0) return 0;
  return inTransaction(async (client) => {
    // An execution of that day may have ended between two looks: locked, nothing can end.
    const states = await lockJobs({ client, jobIds: suspects.map(({ jobId }) => jobId) });
    const days = await compareDailyStats({ client, jobIds: states.map(({ jobId }) => jobId), day });
    for (const counted of days) {
      log().error({ jobId: counted.jobId, day }, 'daily statistics differ from the ledger: repaired');
      await write({ client, day, counted });
    }
    return days.length;
  });
}

async function write({ client, day, counted }: { client: Client; day: string; counted: CountedDay }) {
  const { jobId, success, failed, superseded, skipped, missed, unknown } = counted;
  const { skippedByOwner, durationSumMs, latenessSumMs, latenessMaxMs } = counted;
  await client.query(
    `insert into "DailyStat" ("jobId", "day", "success", "failed", "superseded", "skipped", "missed", "unknown",
       "skippedByOwner", "durationSumMs", "latenessSumMs", "latenessMaxMs")
     values ($1, $2::date, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict ("jobId", "day") do update set
       "success" = excluded."success", "failed" = excluded."failed", "superseded" = excluded."superseded",
       "skipped" = excluded."skipped", "missed" = excluded."missed", "unknown" = excluded."unknown",
       "skippedByOwner" = excluded."skippedByOwner", "durationSumMs" = excluded."durationSumMs", "latenessSumMs" = excluded."latenessSumMs",
       "latenessMaxMs" = excluded."latenessMaxMs"`,
    [
      ...[jobId, day, success, failed, superseded, skipped, missed, unknown],
      ...[skippedByOwner, durationSumMs, latenessSumMs, latenessMaxMs],
    ],
  );
}
