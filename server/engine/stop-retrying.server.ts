import { stopSignal } from '#workflows/contract.ts';
import { type AskedExecution, tellWaiting } from './waiting-execution.server.ts';

/**
 * Ends an execution that waits for its next attempt: it has failed, and the ledger says that its owner stopped it.
 * @throws AppError not_found, conflict: it waits for no attempt; external_service_error: the engine does not answer
 */
export async function stopRetrying(asked: AskedExecution): Promise<void> {
  await tellWaiting({ ...asked, signal: stopSignal });
}
