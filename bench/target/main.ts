import { createServer } from 'node:net';
import { preciseNow } from '#dev/echo/arrivals.ts';
import type { Arrival } from '../lateness.ts';

// The target of all bench calls. It parses only as much HTTP as our callers write, to use as little CPU as it
// can: on two cores, the callers lose whatever it uses.

const body = JSON.stringify({ ok: true, hint: 'x'.repeat(180) });
const response = [
  'HTTP/1.1 200 OK',
  'content-type: application/json',
  `content-length: ${body.length}`,
  'keep-alive: timeout=120',
  `\r\n${body}`,
].join('\r\n');
const arrivals: Arrival[] = [];
/** Each path once: as part of a request, it would keep the whole request in memory. */
const paths = new Map<string, string>();

const server = createServer((socket) => {
  let pending = '';
  socket.setEncoding('latin1');
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    pending += chunk;
    for (let request = firstOf(pending); request; request = firstOf(pending)) {
      pending = pending.slice(request.size);
      socket.write(request.path.startsWith('/arrivals?') ? listed(request.path) : response);
    }
  });
});
server.listen(Number(process.env.TARGET_PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit());

/** First complete request in the text. */
function firstOf(text: string): { size: number; path: string } | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const size = end + 4 + Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  if (text.length < size) return undefined;
  const path = head.slice(head.indexOf(' ') + 1, head.indexOf(' HTTP/'));
  const scheduledFor = /\r\nx-punctual-scheduled-for: *([^\r]+)/i.exec(head)?.[1];
  if (scheduledFor)
    arrivals.push({ at: preciseNow(), path: kept(path), scheduledFor: Date.parse(scheduledFor) });
  return { size, path };
}

function kept(path: string): string {
  const known = paths.get(path);
  if (known !== undefined) return known;
  const copy = Buffer.from(path, 'latin1').toString('latin1');
  paths.set(copy, copy);
  return copy;
}

/** GET /arrivals?path=/bench/&since=0: arrivals for paths with this prefix since that instant. */
function listed(path: string): string {
  const { searchParams } = new URL(path, 'http://target');
  const prefix = searchParams.get('path') ?? '';
  const since = Number(searchParams.get('since'));
  const text = JSON.stringify(
    arrivals.filter((arrival) => arrival.scheduledFor >= since && arrival.path.startsWith(prefix)),
  );
  return `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
