import { AppError } from '#domain/errors.ts';
import { databaseNow } from '#server/database/database-now.server.ts';
import { db } from '#server/database/db.server.ts';
import { endRetrying } from '#server/executions/recording/end-retrying.server.ts';
import { stopSignal } from '#workflows/contract.ts';
import {
  type AskedExecution,
  isUnderWay,
  requireWaiting,
  signalWaiting,
} from './waiting-execution.server.ts';

/**
 * Ends an execution that waits for its next attempt: it has failed, and the ledger says that its owner stopped it.
 * @throws AppError not_found, conflict: it waits for no attempt
 */
export async function stopRetrying(asked: AskedExecution): Promise<void> {
  const waiting = await requireWaiting(asked);
  const { executionId } = asked;
  // In the ledger, not by the message: an attempt that is due is claimed without a look at what its workflow was told,
  // and the fire of a lost worker makes the next one itself.
  const now = (await databaseNow({ tx: db() })).getTime();
  const ended = await endRetrying({ executionId, now });
  if (ended.kind === 'changed') throw new AppError('not_found');
  if (ended.kind === 'busy') throw isUnderWay();
  // Its workflow ends at once; one that does not hear of it asks the ledger when the attempt is due.
  await signalWaiting({ ...waiting, signal: stopSignal }).catch(() => undefined);
}
