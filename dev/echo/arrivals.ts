import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';

export interface Arrival {
  number: number;
  /** When its head was read: UTC milliseconds with a fraction. */
  at: number;
  method: string;
  path: string;
  headers: Record<string, string>;
}

interface Sink {
  /** Resolves once the arrival is on the disk. */
  write: (arrival: Arrival) => Promise<void>;
  close: () => Promise<void>;
}

const kept = 50_000;
const arrivals: Arrival[] = [];
let count = 0;

/** Writes down a request has come. */
export function recordArrival(request: IncomingMessage): Arrival {
  count += 1;
  const arrival = {
    number: count,
    at: preciseNow(),
    method: request.method ?? '',
    path: request.url ?? '/',
    headers: request.headers as Record<string, string>,
  };
  arrivals.push(arrival);
  if (arrivals.length > kept * 1.2) arrivals.splice(0, arrivals.length - kept);
  return arrival;
}

/** The arrivals after an instant whose path begins with a text, oldest first. */
export function listArrivals({
  since,
  path,
  limit,
}: {
  since: number;
  path: string;
  limit: number;
}): Arrival[] {
  return arrivals.filter((arrival) => arrival.at > since && arrival.path.startsWith(path)).slice(-limit);
}

export function forgetArrivals(): void {
  arrivals.length = 0;
}

/**
 * Writes an arrival to the disk before the response leaves, so a test can compare the ledger with the real arrivals.
 * Simultaneous ones share a write and a sync: one each would delay a thousand others.
 */
export async function createSink(file: string): Promise<Sink> {
  const handle = await open(file, 'a+');
  await endLastLine(handle);
  let waiting: { line: string; done: () => void; fail: (error: unknown) => void }[] = [];
  let isWriting = false;

  async function writeAll() {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await handle.appendFile(batch.map(({ line }) => line).join(''));
        await handle.datasync();
        batch.forEach(({ done }) => done());
      } catch (error) {
        batch.forEach(({ fail }) => fail(error));
      }
    }
    isWriting = false;
  }

  return {
    write: (arrival) =>
      new Promise((done, fail) => {
        waiting.push({ line: `${JSON.stringify(arrival)}\n`, done, fail });
        if (!isWriting) void writeAll();
      }),
    close: () => handle.close(),
  };
}

/** A kill in the middle of a write leaves half a line: the next one must not grow out of it. */
async function endLastLine(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat();
  if (size === 0) return;
  const { buffer } = await handle.read({ buffer: Buffer.alloc(1), position: size - 1 });
  if (buffer.toString() !== '\n') await handle.appendFile('\n');
}

/** The system's clock with a fraction: within the millisecond it shows, so nothing seems early or late. */
export function preciseNow(): number {
  const shown = Date.now();
  return Math.min(Math.max(performance.timeOrigin + performance.now(), shown), shown + 0.999);
}
