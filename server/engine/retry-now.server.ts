import { retrySignal } from '#workflows/contract.ts';
import { type AskedExecution, requireWaiting, signalWaiting } from './waiting-execution.server.ts';

/**
 * Makes the next attempt of an execution now. The ledger still decides: a paused job or a later fire ends it.
 * @throws AppError not_found, conflict: it does not wait for an attempt; external_service_error: the engine does not
 *   respond
 */
export async function retryNow(asked: AskedExecution): Promise<void> {
  await signalWaiting({ ...(await requireWaiting(asked)), signal: retrySignal });
}
