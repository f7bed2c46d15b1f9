import { Context } from '@temporalio/activity';
import { runMaintenanceTask } from '#server/maintenance/run-maintenance-task.server.ts';
import type { MaintenanceActivities } from '#workflows/contract.ts';

const heartbeatMs = 5_000;

/** The activity of the system jobs. */
export function makeMaintenanceActivities({
  isClosing,
}: {
  isClosing: () => boolean;
}): MaintenanceActivities {
  return {
    async runMaintenanceTask({ name }) {
      const context = Context.current();
      const heartbeat = setInterval(() => context.heartbeat(), heartbeatMs);
      const isStopping = () => isClosing() || context.cancellationSignal.aborted;
      try {
        return { tag: 1, affected: await runMaintenanceTask({ name, isStopping }) };
      } finally {
        clearInterval(heartbeat);
      }
    },
  };
}
