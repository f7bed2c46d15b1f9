import { spanText } from '#app/format/time-format.ts';
import { adminStats, type AdminStats } from '#server/admin/admin-stats.server.ts';
import { dailyTrend, type TrendDay } from '#server/admin/daily-trend.server.ts';
import { now } from '#server/clock.server.ts';

/** The overview of the admin area. */
export interface Overview {
  /** The figures could not be had: what is shown are zeros. */
  isMissing: boolean;
  users: AdminStats['users'];
  jobs: AdminStats['jobs'];
  executions: { total: number; failed: number };
  /** Percent of what ran. */
  successRate: number;
  failureRate: number;
  uptime: string;
  /** UTC milliseconds. */
  startedAt: number;
  connections: AdminStats['connections'];
  /** Null: it could not be had. */
  trend: TrendDay[] | null;
}

/** Reads it; a failure is handed on and leaves zeros (specification section 3). */
export async function readOverview({
  onFailure,
}: {
  onFailure: (error: unknown) => void;
}): Promise<Overview> {
  const [figures, trend] = await Promise.all([
    adminStats()
      .then(toFigures)
      .catch((error: unknown) => {
        onFailure(error);
        return missing();
      }),
    dailyTrend().catch((error: unknown) => {
      onFailure(error);
      return null;
    }),
  ]);
  return { ...figures, trend };
}

function toFigures({
  users,
  jobs,
  executions,
  startedAt,
  uptimeMs,
  connections,
}: AdminStats): Omit<Overview, 'trend'> {
  const { successful, failed } = executions;
  const total = successful + failed;
  const share = (part: number) => (total === 0 ? 0 : (part / total) * 100);
  return {
    isMissing: false,
    ...{ users, jobs, connections },
    executions: { total, failed },
    successRate: share(successful),
    failureRate: share(failed),
    uptime: spanText(uptimeMs),
    startedAt: startedAt.getTime(),
  };
}

function missing(): Omit<Overview, 'trend'> {
  return {
    isMissing: true,
    users: { total: 0, isNew: 0 },
    jobs: { total: 0, active: 0 },
    executions: { total: 0, failed: 0 },
    successRate: 0,
    failureRate: 0,
    uptime: 'N/A',
    startedAt: now().getTime(),
    connections: { open: 0, max: 0 },
  };
}
