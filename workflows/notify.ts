import { sleep } from '@temporalio/workflow';
import { postman } from './activities.ts';
import type { NoteOrder } from './contract.ts';

/** Delivers one notification that is owed, again and again as its channel says, until it is sent or given up. */
export async function notify(order: NoteOrder): Promise<string> {
  for (;;) {
    const answer = await postman.deliverNote(order);
    if (answer.kind !== 'again') return answer.kind;
    await sleep(Math.max(answer.at - Date.now(), 0));
  }
}
