import { spanText } from '#app/format/time-format.ts';
import type { AdminStats } from '#server/admin/admin-stats.server.ts';
import type { EventRow } from '#server/security-log/event-conditions.server.ts';

/** The figures of the installation by their names (specification section 3). */
export function toApiAdminStats({ users, jobs, executions, startedAt, uptimeMs, connections }: AdminStats) {
  const { successful, failed } = executions;
  const ran = successful + failed;
  return {
    total_users: users.total,
    new_users_last_7_days: users.isNew,
    total_jobs: jobs.total,
    total_active_jobs: jobs.active,
    total_executions: ran,
    successful_executions: successful,
    failed_executions: failed,
    success_rate: ran === 0 ? 0 : Math.round((successful / ran) * 10_000) / 100,
    system_uptime: spanText(uptimeMs),
    server_start_time: startedAt.toISOString(),
    database_connections_max: connections.max,
    database_connections_open: connections.open,
  };
}

/** An entry of the log: the fields of the specification first. */
export function toApiLogEntry(event: EventRow) {
  const { id, at, type, code, message, path, actorId, subjectId, requestId, ip, userAgent, count } = event;
  return {
    ...{ id, type, path, message, timestamp: at.toISOString(), ipAddress: ip, userAgent },
    ...{ code, actorId, subjectId, requestId, count },
  };
}
