import { minuteMs } from '#domain/time/units.ts';
import { getPool } from '#server/database/db.server.ts';
import { maintenanceTasks } from './maintenance-tasks.server.ts';
import type { MaintenanceTask } from './types.ts';

/** Maximum delay of a run before it is overdue: its schedule is paused, or no worker runs. */
const lateMs = 5 * minuteMs;

export interface MaintenanceTaskState {
  name: string;
  lastStartedAt: string | null;
  /** Null while it runs, and after a run that was cut off. */
  lastEndedAt: string | null;
  lastTookMs: number | null;
  affected: number;
  error: string | null;
  nextDueAt: string;
  isOverdue: boolean;
}

interface Row {
  name: string;
  startedAt: Date;
  endedAt: Date | null;
  affected: number;
  error: string | null;
}

/** When each system job last ran, what came of it, and when it is due next. */
export async function listMaintenanceTasks({
  now = Date.now(),
  jobs = maintenanceTasks,
}: { now?: number; jobs?: MaintenanceTask[] } = {}): Promise<MaintenanceTaskState[]> {
  const { rows } = await getPool().query<Row>(
    `select "name", "startedAt", "endedAt", "affected", "error" from "MaintenanceTask"`,
  );
  return jobs.map((job) => {
    const row = rows.find(({ name }) => name === job.name);
    const dueAt = lastDueAt(job, now);
    return {
      name: job.name,
      lastStartedAt: row?.startedAt.toISOString() ?? null,
      lastEndedAt: row?.endedAt?.toISOString() ?? null,
      lastTookMs: row?.endedAt ? row.endedAt.getTime() - row.startedAt.getTime() : null,
      affected: row?.affected ?? 0,
      error: row?.error ?? null,
      nextDueAt: new Date(dueAt + job.everyMs).toISOString(),
      // Checks the last due instant: a run missed earlier stays missed while the next one begins.
      isOverdue: !row || row.startedAt.getTime() < lastDueAt(job, now - lateMs),
    };
  });
}

/** The last instant at or before another at which a system job is due, in milliseconds since the epoch. */
function lastDueAt({ everyMs, offsetMs }: MaintenanceTask, now: number): number {
  return Math.floor((now - offsetMs) / everyMs) * everyMs + offsetMs;
}
