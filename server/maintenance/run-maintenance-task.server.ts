import { AppError } from '#domain/errors.ts';
import { getPool } from '#server/database/db.server.ts';
import { errorCode, errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { maintenanceTasks } from './maintenance-tasks.server.ts';
import type { MaintenanceTask } from './types.ts';

/**
 * Runs a maintenance task now and records its time, its number of changes and its error.
 * @throws AppError with the code of the error only: Temporal shows the text
 */
export async function runMaintenanceTask({
  name,
  isStopping = () => false,
  jobs = maintenanceTasks,
}: {
  name: string;
  isStopping?: () => boolean;
  jobs?: MaintenanceTask[];
}): Promise<number> {
  const job = jobs.find((one) => one.name === name);
  if (!job) throw new Error(`There is no system job ${name}.`);
  await getPool().query(
    `insert into "MaintenanceTask" ("name", "startedAt") values ($1, clock_timestamp())
     on conflict ("name") do update set "startedAt" = excluded."startedAt", "endedAt" = null, "affected" = 0, "error" = null`,
    [name],
  );
  try {
    const affected = await job.run({ isStopping });
    await recordEnd({ name, affected, error: null });
    return affected;
  } catch (error) {
    const problem = errorCode(error);
    log().error({ job: name, ...errorFields(error) }, 'maintenance task failed');
    await recordEnd({ name, affected: 0, error: problem });
    throw new AppError('internal_error', { message: `${name}: ${problem}`, cause: error });
  }
}

async function recordEnd({
  name,
  affected,
  error,
}: {
  name: string;
  affected: number;
  error: string | null;
}): Promise<void> {
  await getPool().query(
    `update "MaintenanceTask" set "endedAt" = clock_timestamp(), "affected" = $2, "error" = $3 where "name" = $1`,
    [name, affected, error],
  );
}
