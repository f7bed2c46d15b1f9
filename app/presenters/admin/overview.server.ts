import { spanText } from '#app/components/ui/time-format.ts';
import { adminStats, type AdminStats } from '#server/admin/admin-stats.server.ts';
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
}

/** Reads it; a failure is handed on and leaves zeros (specification section 3). */
export async function readOverview({
  onFailure,
}: {
  onFailure: (error: unknown) => void;
}): Promise<Overview> {
  try {
    return toOverview(await adminStats());
  } catch (error) {
    onFailure(error);
    return missing();
  }
}

function toOverview({ users, jobs, executions, startedAt, uptimeMs, connections }: AdminStats): Overview {
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

function missing(): Overview {
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
