import type { Socket } from 'node:net';

const interim = /^HTTP\/1\.[01] 100[ \r]/;
const statusEnd = 'HTTP/1.1 10'.length;
const headEnd = '\r\n\r\n';

/**
 * Lets a socket be read by a client that takes an unasked "100 Continue" for an error. Servers send it all the
 * same, and it means nothing to us (RFC 9110, 15.2): while an answer is awaited it is handed on as
 * "102 Processing", which is passed over.
 */
export function skipContinue({ socket, isAwaiting }: { socket: Socket; isAwaiting: () => boolean }): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk: unknown = read(size);
    if (chunk instanceof Buffer && isAwaiting()) passOver(chunk);
    return chunk;
  };
}

function passOver(chunk: Buffer): void {
  let at = 0;
  while (interim.test(chunk.toString('latin1', at, at + statusEnd + 2))) {
    chunk[at + statusEnd] = '2'.charCodeAt(0);
    const end = chunk.indexOf(headEnd, at);
    if (end < 0) return;
    at = end + headEnd.length;
  }
}
