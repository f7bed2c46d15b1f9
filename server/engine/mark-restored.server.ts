import { firesBetween, nextFires } from '#domain/schedule/schedule.ts';
import { getPool } from '#server/database/db.server.ts';
import { settleRestored } from '#server/executions/leases/settle-restored.server.ts';

const jobsAtOnce = 100;
/** More than an installation can have given since its backup. */
const skippedExecutions = 100_000_000;
const skippedJobs = 100_000;
const skippedNotificationIds = 10_000_000;
const schedule = { nextFires, firesBetween };

/**
 * After a backup was restored, with web and workers stopped: settles the fires of the lost time, raises the
 * installation's epoch, so every job workflow plans again, and makes the relay push each job again. Removes open test
 * runs. Safe to repeat.
 * @returns the new epoch and the number of fires that became unknown
 */
export async function markRestored({ now = Date.now() }: { now?: number } = {}): Promise<{
  epoch: number;
  unknown: number;
}> {
  const pool = getPool();
  let unknown = 0;
  for (let after = 0; ;) {
    const { rows } = await pool.query<{ id: number }>(
      `select "id" from "Job" where "id" > $1 and "deletedAt" is null order by "id" limit $2`,
      [after, jobsAtOnce],
    );
    const last = rows.at(-1);
    if (!last) break;
    unknown += await settleRestored({ jobIds: rows.map(({ id }) => id), now, schedule });
    after = last.id;
  }
  await pool.query(`delete from "TestRun" where "endedAt" is null`);
  // Workflows still in Temporal wait with ids issued since the backup. If such an id was issued again, they would make
  // the next attempt of another execution.
  await pool.query(
    `select setval('"Execution_id_seq"', nextval('"Execution_id_seq"') + $1),
       setval('"Job_id_seq"', nextval('"Job_id_seq"') + $2),
       setval('"Notification_id_seq"', nextval('"Notification_id_seq"') + $3)`,
    [skippedExecutions, skippedJobs, skippedNotificationIds],
  );
  await pool.query(`update "Job" set "appliedVersion" = 0, "applyFailures" = 0, "applyAfter" = now()`);
  const { rows } = await pool.query<{ epoch: number }>(
    `update "Installation" set "epoch" = "epoch" + 1, "restoredAt" = clock_timestamp() returning "epoch"`,
  );
  return { epoch: rows[0]?.epoch ?? 0, unknown };
}
