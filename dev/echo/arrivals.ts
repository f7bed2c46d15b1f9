import { appendFileSync, fsyncSync, openSync, writeSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';

export interface Arrival {
  number: number;
  /** When its head was read: UTC milliseconds with a fraction. */
  at: number;
  method: string;
  path: string;
  headers: Record<string, string>;
}

const kept = 50_000;
const arrivals: Arrival[] = [];
let count = 0;

/** Writes down that a request has come. */
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
 * Writes an arrival to a file and on to the disk before the answer leaves, so that a test can hold
 * the ledger against what the target really saw.
 */
export function openSink(file: string): (arrival: Arrival) => void {
  appendFileSync(file, '');
  const handle = openSync(file, 'a');
  return (arrival) => {
    writeSync(handle, `${JSON.stringify(arrival)}\n`);
    fsyncSync(handle);
  };
}

/** The system's clock with a fraction: within the millisecond that it shows, so that nothing seems early or late. */
function preciseNow(): number {
  const shown = Date.now();
  return Math.min(Math.max(performance.timeOrigin + performance.now(), shown), shown + 0.999);
}
