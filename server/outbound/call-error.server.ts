import type { CallError } from './types.ts';

/** Reason for an incomplete response: a code for the ledger, and an internal detail. */
export interface CallErrorCode {
  error: CallError;
  detail: string;
}

/** The code of a network error and, unless it repeats it, its message; without addresses asked for. */
export function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return code === 'Error' || error.message.includes(code) ? error.message : `${code}: ${error.message}`;
}

/** Meaning of an aborted signal: the timeout, or a delete or shutdown. */
export function errorOfAbort(signal: AbortSignal): CallErrorCode {
  const isTimeout = signal.reason === timeoutReason;
  return isTimeout ? { error: 'timeout', detail: 'time limit' } : { error: 'worker_lost', detail: 'aborted' };
}

export const timeoutReason = 'timeout';

/** Settles with the promise, or rejects as soon as the signal aborts. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = () => reject(new Error('aborted'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    stop = () => signal.removeEventListener('abort', onAbort);
  });
  try {
    // The promise always has a handler: an unhandled rejection would end the process.
    return await Promise.race([aborted, promise]);
  } finally {
    stop();
  }
}
