import { applySchedules } from '#server/engine/apply-schedules.server.ts';
import { withinMs } from '#server/engine/temporal-client.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { maintenanceTasks } from '#server/maintenance/maintenance-tasks.server.ts';

const againMs = 30_000;
const limitMs = 30_000;

/** Hands the system jobs to Temporal, again until it has taken them. No job of a user waits for it. */
export function createMaintenanceSchedules() {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function turn() {
    try {
      await withinMs({ ms: limitMs, call: () => applySchedules(maintenanceTasks) });
    } catch (error) {
      log().warn(errorFields(error), 'maintenance: the schedules are not in Temporal yet');
      if (!isClosed) timer = setTimeout(() => void turn(), againMs);
    }
  }

  void turn();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
