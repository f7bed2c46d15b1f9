import { sleep } from '@temporalio/workflow';
import { postman } from './activities.ts';
import type { NotifyOrder } from './contract.ts';

/** Minimum, even if the clocks of worker and server differ: each delivery costs the server some writes. */
const shortestMs = 1_000;

/** Delivers one pending notification, with retries, until it is sent or has failed. */
export async function notify(order: NotifyOrder): Promise<string> {
  for (;;) {
    const result = await postman.deliverNotification(order);
    if (result.kind !== 'again') return result.kind;
    await sleep(Math.max(result.at - Date.now(), shortestMs));
  }
}
