import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import type { Target } from '#server/outbound/guard/evaluate-target.server.ts';

export type Handshake = (args: {
  socket: Socket;
  target: Target;
  until: number;
  signal: AbortSignal;
}) => Promise<TLSSocket>;

/** Thrown if the handshake timed out: an error of the network, unlike all others, which are the target's. */
export class HandshakeTimeout extends Error {}

/**
 * TLS 1.2 or newer over a connected socket; chain and name are always verified. Sessions are resumed by name. Only
 * HTTP/1.1 is offered: the guard of response heads reads no other.
 * @param ca trusted instead of the usual authorities (tests)
 */
export function makeHandshake({ ca }: { ca?: string | undefined } = {}): Handshake {
  const secure = buildConnector({
    minVersion: 'TLSv1.2',
    allowH2: false,
    rejectUnauthorized: true,
    timeout: 0,
    ...(ca !== undefined && { ca }),
  });
  return ({ socket, target, until, signal }) =>
    new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const fail = (error: Error) => {
        settle();
        socket.on('error', () => {}).destroy();
        reject(error);
      };
      const onAbort = () => fail(new Error('aborted'));
      const timer = setTimeout(
        () => fail(new HandshakeTimeout('No handshake within the limit.')),
        until - performance.now(),
      );
      signal.addEventListener('abort', onAbort, { once: true });
      secure(
        {
          protocol: 'https:',
          hostname: target.hostname,
          host: target.hostname,
          port: String(target.port),
          ...(target.address === null && { servername: target.hostname }),
          httpSocket: socket,
        },
        (error, secured) => {
          if (error) {
            fail(error);
            return;
          }
          settle();
          resolve(secured as TLSSocket);
        },
      );
    });
}
