import type { CallErrorCode } from '#server/outbound/call-error.server.ts';
import type { Target } from '#server/outbound/guard/evaluate-target.server.ts';
import type { CallPhases, CallRequest } from '#server/outbound/types.ts';
import { connectToTarget, type Network } from './connect-to-target.server.ts';
import type { Connection } from './connection.server.ts';
import { exchange, type Exchanged } from './exchange.server.ts';
import type { IdleConnections } from './idle-connections.server.ts';

/** State of one call: its connection and its result. */
export interface RequestOutcome {
  connection: Connection | null;
  isReused: boolean;
  exchanged: Exchanged | null;
  error: CallErrorCode | null;
}

/** One request over a waiting connection or a new one; writes the times of its phases into `phases`. */
export async function sendRequest({
  request,
  target,
  network,
  idle,
  signal,
  phases,
}: {
  request: CallRequest;
  target: Target;
  network: Network;
  idle: IdleConnections;
  signal: AbortSignal;
  phases: CallPhases;
}): Promise<RequestOutcome> {
  const { url } = target;
  for (;;) {
    const waiting = idle.take(url.origin);
    const isReused = waiting !== null;
    const reached = waiting
      ? { connection: waiting }
      : await connectToTarget({ target, network, signal, phases });
    if ('error' in reached) return { connection: null, isReused, exchanged: null, error: reached.error };
    const { connection } = reached;
    const sentAt = performance.now();
    const exchanged = await exchange({
      connection,
      request: { ...request, path: `${url.pathname}${url.search}` },
      signal,
    });
    // The other side closed the connection before our request left: it may go over another without being sent twice.
    if (isReused && !exchanged.isSent && exchanged.error?.error === 'protocol_error') continue;
    const endedAt = performance.now();
    phases.waitMs = (exchanged.head?.at ?? endedAt) - sentAt;
    phases.downloadMs = exchanged.head?.at == null ? null : endedAt - exchanged.head.at;
    if (!exchanged.error) idle.give(connection);
    return { connection, isReused, exchanged, error: exchanged.error };
  }
}
