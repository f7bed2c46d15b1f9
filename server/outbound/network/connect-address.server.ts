import { connect, type Socket } from 'node:net';

const triedNext = new Set(['ECONNREFUSED', 'ETIMEDOUT', 'ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL']);
const perAddressMs = 2_000;

/**
 * A TCP connection to the first address that accepts one. The next is tried if one refuses, cannot be reached, or is
 * silent for 2 s while another remains.
 *
 * @param addresses checked by the guard, never names
 * @param until performance.now() at which the attempt ends
 * @throws Error of the last address, or the signal's abort
 */
export async function connectAddress({
  addresses,
  port,
  until,
  signal,
}: {
  addresses: string[];
  port: number;
  until: number;
  signal: AbortSignal;
}): Promise<Socket> {
  let last: unknown = timedOut();
  for (const [index, address] of addresses.entries()) {
    const left = until - performance.now();
    if (left <= 0) break;
    try {
      const limitMs = index + 1 < addresses.length ? Math.min(left, perAddressMs) : left;
      return await connectOne({ address, port, limitMs, signal });
    } catch (error) {
      last = error;
      if (signal.aborted || !triedNext.has(String((error as NodeJS.ErrnoException).code))) throw error;
    }
  }
  throw last;
}

function connectOne({
  address,
  port,
  limitMs,
  signal,
}: {
  address: string;
  port: number;
  limitMs: number;
  signal: AbortSignal;
}): Promise<Socket> {
  if (signal.aborted) return Promise.reject(new Error('aborted'));
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true, keepAlive: true, autoSelectFamily: false });
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.removeListener('error', fail).removeListener('connect', succeed);
    };
    const fail = (error: Error) => {
      settle();
      // A later error has no other handler.
      socket.on('error', () => {}).destroy();
      reject(error);
    };
    const succeed = () => {
      settle();
      resolve(socket);
    };
    const onAbort = () => fail(new Error('aborted'));
    const timer = setTimeout(() => fail(timedOut()), limitMs);
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('connect', succeed).once('error', fail);
  });
}

function timedOut(): Error {
  return Object.assign(new Error('No connection within the limit.'), { code: 'ETIMEDOUT' });
}
