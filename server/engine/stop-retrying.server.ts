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
 * Ends an execution between two attempts as failed; the ledger says that its owner stopped it.
 * @throws AppError not_found, conflict: it does not wait for an attempt
 */
export async function stopRetrying(asked: AskedExecution): Promise<void> {
  const waiting = await requireWaiting(asked);
  const { executionId } = asked;
  // In the ledger, not by message: a due attempt is claimed without asking its workflow, and the fire of a lost worker
  // makes its next attempt directly.
  const now = (await databaseNow({ tx: db() })).getTime();
  const ended = await endRetrying({ executionId, now });
  if (ended.kind === 'changed') throw new AppError('not_found');
  if (ended.kind === 'busy') throw isUnderWay();
  // Its workflow ends at once; one that misses the signal reads the ledger when the attempt is due.
  await signalWaiting({ ...waiting, signal: stopSignal }).catch(() => undefined);
}
