import { relayBacklog, type RelayBacklog } from '#server/engine/relay/relay-backlog.server.ts';
import { lostFires } from '#server/executions/statistics/lost-fires.server.ts';
import { listMaintenanceTasks } from '#server/maintenance/list-maintenance-tasks.server.ts';
import { gauge } from './instruments.server.ts';

/** Metrics from the database, the same in every worker: use the maximum, not the sum. */
export function measureDatabase(): void {
  const backlog = (read: (found: RelayBacklog) => number) => async () => {
    const found = await readBacklog();
    return [{ value: read(found) }];
  };
  gauge({
    name: 'punctual_relay_backlog',
    help: 'Jobs whose newest version, or whose deletion, Temporal does not know yet.',
    read: backlog(({ jobs }) => jobs),
  });
  gauge({
    name: 'punctual_relay_lag_seconds',
    help: 'How long the oldest of them has waited.',
    read: backlog(({ oldestSeconds }) => oldestSeconds),
  });
  gauge({
    name: 'punctual_notifications_pending',
    help: 'Pending notifications.',
    read: backlog(({ pendingNotifications }) => pendingNotifications),
  });
  gauge({
    name: 'punctual_lost_fires',
    help: 'Fires of schedules that were written down as missed or unknown within the window that ends now.',
    labelNames: ['window'],
    read: async () =>
      Object.entries(await lostFires()).map(([window, value]) => ({ labels: { window }, value })),
  });
  gauge({
    name: 'punctual_maintenance_age_seconds',
    help: 'Since each system job last began.',
    labelNames: ['name'],
    read: async () =>
      (await listMaintenanceTasks()).flatMap(({ name, lastStartedAt }) =>
        lastStartedAt ? [{ labels: { name }, value: (Date.now() - Date.parse(lastStartedAt)) / 1000 }] : [],
      ),
  });
  gauge({
    name: 'punctual_maintenance_unhealthy',
    help: '1 for a system job that is overdue or whose last run failed.',
    labelNames: ['name'],
    read: async () =>
      (await listMaintenanceTasks()).map(({ name, isOverdue, error }) => ({
        labels: { name },
        value: isOverdue || error !== null ? 1 : 0,
      })),
  });
}

/** One query serves a whole scrape. */
let asked: { at: number; found: Promise<RelayBacklog> } | undefined;

function readBacklog(): Promise<RelayBacklog> {
  if (!asked || performance.now() - asked.at > 1_000)
    asked = { at: performance.now(), found: relayBacklog() };
  return asked.found;
}
