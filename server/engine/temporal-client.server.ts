import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { env } from '#server/env.server.ts';

let client: Client | undefined;

/** Calls with a deadline, including abandoned ones: the client's own retry of one may still sleep. */
const underWay = new Set<Promise<unknown>>();
const restMs = 5_000;
/** By default gRPC waits up to two minutes after a long outage: changes and reports would wait as long. */
const reconnectMs = 5_000;

/** The one client of this process; it connects at its first call. Used by this folder and the worker only. */
export function temporalClient(): Client {
  client ??= new Client({
    connection: Connection.lazy({
      address: env().TEMPORAL_ADDRESS,
      channelArgs: { 'grpc.max_reconnect_backoff_ms': reconnectMs },
    }),
    namespace: env().TEMPORAL_NAMESPACE,
  });
  return client;
}

/**
 * Runs calls to Temporal with a deadline in milliseconds, even without a connection: there, the client retries by
 * itself and checks its deadline only in between.
 * @throws Error after that time, or any error of the call
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
  // Its failure is ignored once no caller waits for it.
  calling.catch(() => {}).finally(() => underWay.delete(calling));
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      over.abort();
      fail(new Error('Temporal did not respond in time.'));
    }, ms);
  });
  try {
    return await Promise.race([calling, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Closes the connection after abandoned calls have ended, for at most 5 s: a retry on a closed connection throws an
 * error that cannot be caught.
 */
export async function closeTemporalClient(): Promise<void> {
  const connection = client?.connection;
  client = undefined;
  await Promise.race([Promise.allSettled(underWay), sleep(restMs, undefined, { ref: false })]);
  if (connection instanceof Connection) await connection.close();
}
