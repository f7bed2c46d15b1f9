import { sleep } from '@temporalio/workflow';
import { postman } from './activities.ts';
import type { NotifyOrder } from './contract.ts';

/** However the clocks of worker and server differ: each look costs the server some writes. */
const shortestMs = 1_000;

/** Delivers one notification that is owed, again and again as its channel says, until it is sent or given up. */
export async function notify(order: NotifyOrder): Promise<string> {
  for (;;) {
    const result = await postman.deliverNotification(order);
    if (result.kind !== 'again') return result.kind;
    await sleep(Math.max(result.at - Date.now(), shortestMs));
  }
}
