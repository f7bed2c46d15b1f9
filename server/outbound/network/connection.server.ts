import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Client } from 'undici';
import { guardHeads, headLimitBytes } from './head-guard.server.ts';

/** One connection to a checked address, with the undici client that speaks HTTP/1.1 over it. */
export interface Connection {
  client: Client;
  /** State of a new client; not shared before its first request. */
  socket: Socket;
  origin: string;
  remoteAddress: string;
  tlsProtocol: string | null;
  /** Bytes received so far. */
  bytesRead: () => number;
  isClosed: boolean;
  /** A request leaves: the next bytes are the head of its response. */
  awaitHead: () => void;
  /** The received head in latin1: the client may be unable to read it. */
  takeHead: () => string;
  /** Set while it waits for its next call. */
  leaveIdle: (() => void) | null;
}

// Without a keep-alive hint, the other side soon closes an idle connection, and a request written at that moment is
// lost; a hint counts up to the interval of a minutely job.
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
  // There is no other handler before the client has the connection.
  socket.on('error', () => {});
  const client = new Client(origin, {
    connect: (_options, callback) => {
      const first = given;
      given = null;
      if (!first) {
        callback(new Error('The connection is gone.'), null);
        return;
      }
      // Not at once: the client checks within its own loop, and would miss the response.
      queueMicrotask(() => callback(null, first));
    },
    // The guard of response heads reads HTTP/1.1.
    allowH2: false,
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
