import { callers } from './activities.ts';
import type { TestOrder } from './contract.ts';

/** The longest timeout of a form: the form itself is sealed and unknown to this workflow. */
const timeoutSeconds = 300;
const graceMs = 10_000;

/** The one call of a form that need not be saved: apart from jobs, their history and their rules. */
export async function test(order: TestOrder): Promise<void> {
  await callers({ timeoutSeconds, graceMs }).callTest(order);
}
