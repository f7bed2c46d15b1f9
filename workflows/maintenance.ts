import { proxyActivities } from '@temporalio/workflow';
import type { MaintenanceActivities, MaintenanceOrder } from './contract.ts';

// A failed run is retried once or twice; after that, its schedule starts the next one.
const keeper = proxyActivities<MaintenanceActivities>({
  startToCloseTimeout: 600_000,
  heartbeatTimeout: 30_000,
  retry: { initialInterval: 10_000, maximumAttempts: 3 },
});

/** One run of a system job; its Temporal Schedule starts it. */
export async function maintenance({ name }: MaintenanceOrder): Promise<string> {
  const { affected } = await keeper.runMaintenanceTask({ tag: 1, name });
  return `${name}: ${affected}`;
}
