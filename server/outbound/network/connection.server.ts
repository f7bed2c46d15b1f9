import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Client } from 'undici';
import { guardHeads, headLimitBytes } from './head-guard.server.ts';

/** One connection to a checked address, with the undici client that speaks HTTP/1.1 over it. */
export interface Connection {
  client: Client;
  /** What the client has once it speaks; until its first request nobody else holds it. */
  socket: Socket;
  origin: string;
  remoteAddress: string;
  tlsProtocol: string | null;
  /** All that came over it so far. */
  bytesRead: () => number;
  isClosed: boolean;
  /** A request leaves: the next thing to come is the head of its answer. */
  awaitHead: () => void;
  /** What came of that head, in latin1: it may be one that the client cannot read. */
  takeHead: () => string;
  /** Set while it waits for its next call. */
  leaveIdle: (() => void) | null;
}

// Without a hint of the server's an idle connection is soon closed by the other side, and a request written
// into that moment is lost; a hint is believed up to the time in which a minutely job comes again.
const idleMs = 4_000;
const longestIdleMs = 90_000;

/** The client never connects by itself: it has this socket, and ends with it. */
export function createConnection({
  origin,
  socket,
}: {
  origin: string;
  socket: Socket | TLSSocket;
}): Connection {
  let given: Socket | null = socket;
  // One that breaks before the client has it has nobody else to hear it.
  socket.on('error', () => {});
  const client = new Client(origin, {
    connect: (_options, callback) => {
      const first = given;
      given = null;
      if (!first) {
        callback(new Error('The connection is gone.'), null);
        return;
      }
      // Not at once: the client asks within its own loop, which would miss the answer.
      queueMicrotask(() => callback(null, first));
    },
    pipelining: 1,
    maxHeaderSize: headLimitBytes,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: longestIdleMs,
    // The call's own limit covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const connection: Connection = {
    client,
    socket,
    origin,
    remoteAddress: socket.remoteAddress ?? '',
    tlsProtocol: 'getProtocol' in socket ? socket.getProtocol() : null,
    bytesRead: () => socket.bytesRead,
    isClosed: false,
    ...guardHeads(socket),
    leaveIdle: null,
  };
  client.on('disconnect', () => closeConnection(connection));
  return connection;
}

export function closeConnection(connection: Connection): void {
  connection.isClosed = true;
  connection.leaveIdle?.();
  connection.client.destroy().catch(() => {});
  // The client ends only what it took.
  connection.socket.destroy();
}
