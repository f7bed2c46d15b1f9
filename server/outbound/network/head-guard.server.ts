import type { Socket } from 'node:net';

const headEnd = '\r\n\r\n';
const interimStart = /^HTTP\/1\.[01] 1/;
const continueStart = /^HTTP\/1\.[01] 100$/;
const startLength = 'HTTP/1.1 100'.length;
const lineEnd = '\n'.charCodeAt(0);
export const headLimitBytes = 64 * 1024;
// 64 KiB hold 10,000 short lines, and each takes the client some 300 bytes of memory.
const headLimitLines = 1_000;
// 103 and similar may come any number of times; no target needs more.
const interimLimit = 16;

/**
 * Checks the head of each response before the client parses it, and ends the connection of one with too many bytes,
 * lines or interim responses: the client would raise an error for each excess header. An unexpected "100 Continue",
 * also an error to the client, becomes an ignored "102 Processing" (RFC 9110, 15.2).
 *
 * @returns `awaitHead` is called when a request leaves; `takeHead` returns the head received since, once
 */
export function guardHeads(socket: Socket): { awaitHead: () => void; takeHead: () => string } {
  let isAwaiting = false;
  let interim = 0;
  let head = newHead();
  /** The head of the final response, once it is complete. */
  let whole = '';

  /** Error in the heads so far; null if there is none. */
  const inspect = (chunk: Buffer): string | null => {
    for (let at = 0; isAwaiting && at < chunk.length;) {
      readStart({ head, chunk, at });
      const end = endOf({ head, chunk, at });
      // As bytes: what they say is read where the client cannot.
      head.text += chunk.toString(
        'latin1',
        at,
        Math.min(end ?? chunk.length, at + headLimitBytes - head.bytes),
      );
      head.bytes += (end ?? chunk.length) - at;
      head.lines += linesIn({ chunk, at, end: end ?? chunk.length });
      if (head.bytes > headLimitBytes) return 'The headers are too large.';
      if (head.lines > headLimitLines) return 'There are too many headers.';
      if (end === null) {
        head.tail = (head.tail + chunk.toString('latin1', Math.max(at, chunk.length - 3))).slice(-3);
        return null;
      }
      isAwaiting = interimStart.test(head.start);
      whole = isAwaiting ? '' : head.text;
      interim += 1;
      if (isAwaiting && interim > interimLimit) return 'Too many interim responses.';
      head = newHead();
      at = end;
    }
    return null;
  };

  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk: unknown = read(size);
    if (!isAwaiting || !(chunk instanceof Buffer)) return chunk;
    const error = inspect(chunk);
    if (error === null) return chunk;
    socket.destroy(new Error(error));
    return null;
  };
  return {
    awaitHead: () => {
      isAwaiting = true;
      interim = 0;
      head = newHead();
      whole = '';
    },
    takeHead: () => {
      const taken = whole || head.text;
      whole = '';
      head.text = '';
      return taken;
    },
  };
}

interface Head {
  start: string;
  bytes: number;
  lines: number;
  /** In latin1. */
  text: string;
  /** The last bytes of the chunk before, where the end may have begun. */
  tail: string;
}

function newHead(): Head {
  return { start: '', bytes: 0, lines: 0, text: '', tail: '' };
}

function readStart({ head, chunk, at }: { head: Head; chunk: Buffer; at: number }): void {
  if (head.start.length === startLength) return;
  const wanted = startLength - head.start.length;
  head.start += chunk.toString('latin1', at, at + wanted);
  if (continueStart.test(head.start)) chunk[at + wanted - 1] = '2'.charCodeAt(0);
}

function linesIn({ chunk, at, end }: { chunk: Buffer; at: number; end: number }): number {
  let lines = 0;
  for (
    let found = chunk.indexOf(lineEnd, at);
    found >= 0 && found < end;
    found = chunk.indexOf(lineEnd, found + 1)
  )
    lines += 1;
  return lines;
}

function endOf({ head, chunk, at }: { head: Head; chunk: Buffer; at: number }): number | null {
  const seam = (head.tail + chunk.toString('latin1', at, at + 3)).indexOf(headEnd);
  if (seam >= 0) return at + seam + headEnd.length - head.tail.length;
  const found = chunk.indexOf(headEnd, at, 'latin1');
  return found < 0 ? null : found + headEnd.length;
}
