import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import {
  detailOf,
  errorOfAbort,
  untilAborted,
  type CallErrorCode,
} from '#server/outbound/call-error.server.ts';
import type { Target } from '#server/outbound/guard/evaluate-target.server.ts';
import type { TargetRules } from '#server/outbound/guard/target-rules.server.ts';
import type { CallPhases } from '#server/outbound/types.ts';
import { connectAddress } from './connect-address.server.ts';
import { createConnection, type Connection } from './connection.server.ts';
import type { HostResolver } from './resolve-host.server.ts';
import { HandshakeTimeout, type Handshake } from './secure-socket.server.ts';

export interface Network {
  resolveHost: HostResolver;
  handshake: Handshake;
  rules: TargetRules;
  /** Called for each TLS connection that was made; must not wait. */
  onSecured?: (given: { target: string; socket: TLSSocket }) => void;
}

export const connectLimitMs = 5_000;

/**
 * A new connection to a target: resolves its name, checks each address, connects to one of those addresses (not to a
 * second resolution), and checks the peer again. Writes the times of its phases into `phases`.
 */
export async function connectToTarget({
  target,
  network: { resolveHost, handshake, rules, onSecured },
  signal,
  phases,
}: {
  target: Target;
  network: Network;
  signal: AbortSignal;
  phases: CallPhases;
}): Promise<{ connection: Connection } | { error: CallErrorCode }> {
  const isOpen = (address: string) =>
    rules.isAllowed({ address, port: target.port }) || rules.isPublic(address);
  let step: keyof typeof stepError = 'dnsMs';
  let began = performance.now();
  const enter = (next: keyof typeof stepError | null) => {
    const now = performance.now();
    phases[step] = now - began;
    began = now;
    if (next) step = next;
  };

  try {
    let addresses = target.address === null ? [] : [target.address];
    if (target.address === null) {
      addresses = await untilAborted(resolveHost(target.hostname), signal);
      enter('connectMs');
      // One forbidden address refuses all: a name that mixes them is a trap, not a mistake.
      if (addresses.some((address) => isIP(address) === 0 || !isOpen(address)))
        return refused('address_class');
    }
    step = 'connectMs';
    const until = performance.now() + connectLimitMs;
    const socket = await connectAddress({ addresses, port: target.port, until, signal });
    enter('tlsMs');
    if (!isOpen(socket.remoteAddress ?? '')) {
      socket.destroy();
      return refused('peer_class');
    }
    if (!target.isSecure) return { connection: createConnection({ origin: target.url.origin, socket }) };
    const secured = await handshake({ socket, target, until, signal });
    enter(null);
    onSecured?.({ target: target.url.host, socket: secured });
    return { connection: createConnection({ origin: target.url.origin, socket: secured }) };
  } catch (error) {
    enter(null);
    if (signal.aborted) return { error: errorOfAbort(signal) };
    const problem = error instanceof HandshakeTimeout ? 'connect_failed' : stepError[step];
    return { error: { error: problem, detail: detailOf(error) } };
  }
}

const stepError = { dnsMs: 'dns_failed', connectMs: 'connect_failed', tlsMs: 'tls_failed' } as const;

function refused(detail: string): { error: CallErrorCode } {
  return { error: { error: 'target_not_allowed', detail } };
}
