import { Client, Connection } from '@temporalio/client';
import { env } from '#server/env.server.ts';

let client: Client | undefined;

/** The one client of this process; it connects at its first call. Used by this folder and the worker only. */
export function temporalClient(): Client {
  client ??= new Client({
    connection: Connection.lazy({ address: env().TEMPORAL_ADDRESS }),
    namespace: env().TEMPORAL_NAMESPACE,
  });
  return client;
}

/** Runs calls to Temporal that give up after so many milliseconds. */
export function withinMs<Result>({ ms, call }: { ms: number; call: () => Promise<Result> }): Promise<Result> {
  return temporalClient().connection.withDeadline(Date.now() + ms, call);
}

export async function closeTemporalClient(): Promise<void> {
  const connection = client?.connection;
  client = undefined;
  if (connection instanceof Connection) await connection.close();
}
