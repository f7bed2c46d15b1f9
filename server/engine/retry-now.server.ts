import { retrySignal } from '#workflows/contract.ts';
import { type AskedExecution, requireWaiting, signalWaiting } from './waiting-execution.server.ts';

/**
 * Makes the next attempt of an execution now instead of when it is planned. The ledger still decides: a paused job or
 * a fire that has come meanwhile ends it.
 * @throws AppError not_found, conflict: it waits for no attempt; external_service_error: the engine does not answer
 */
export async function retryNow(asked: AskedExecution): Promise<void> {
  await signalWaiting({ ...(await requireWaiting(asked)), signal: retrySignal });
}
