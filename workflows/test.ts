import { callers } from './activities.ts';
import type { TestOrder } from './contract.ts';

const graceMs = 10_000;

/** The one call of a form that need not be saved: apart from jobs, their history and their rules. */
export async function test(order: TestOrder): Promise<void> {
  const { timeoutSeconds } = order;
  await callers({ scheduledFor: Date.now(), timeoutSeconds, graceMs }).callTest(order);
}
