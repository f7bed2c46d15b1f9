import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { env } from '#server/env.server.ts';

let client: Client | undefined;

/** Calls with a limit, also those that were given up: the client's own repetition of one may sleep still. */
const underWay = new Set<Promise<unknown>>();
const restMs = 5_000;

/** The one client of this process; it connects at its first call. Used by this folder and the worker only. */
export function temporalClient(): Client {
  client ??= new Client({
    connection: Connection.lazy({ address: env().TEMPORAL_ADDRESS }),
    namespace: env().TEMPORAL_NAMESPACE,
  });
  return client;
}

/**
 * Runs calls to Temporal that give up after so many milliseconds, also while it takes no connection: then the client
 * repeats them by itself and looks at its deadline in between only.
 * @throws Error after that time, or what the call throws
 */
export async function withinMs<Result>({
  ms,
  call,
}: {
  ms: number;
  call: () => Promise<Result>;
}): Promise<Result> {
  const { connection } = temporalClient();
  const over = new AbortController();
  // Each request listens, of as many as the call makes: Node would take more than ten for a leak.
  setMaxListeners(0, over.signal);
  const calling = connection.withAbortSignal(over.signal, () =>
    connection.withDeadline(Date.now() + ms, call),
  );
  underWay.add(calling);
  // Once nobody waits for it, its failure is of no interest.
  calling.catch(() => {}).finally(() => underWay.delete(calling));
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      over.abort();
      fail(new Error('Temporal did not answer in time.'));
    }, ms);
  });
  try {
    return await Promise.race([calling, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Closes the connection, once calls that were given up have ended, for at most 5 s: a repetition that wakes on a closed
 * connection throws where nothing can catch it.
 */
export async function closeTemporalClient(): Promise<void> {
  const connection = client?.connection;
  client = undefined;
  await Promise.race([Promise.allSettled(underWay), sleep(restMs, undefined, { ref: false })]);
  if (connection instanceof Connection) await connection.close();
}
