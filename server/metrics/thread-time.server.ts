import { openSync, readSync } from 'node:fs';

/** Where Linux counts the processor time of the main thread, in nanoseconds, first of three numbers. */
const file = `/proc/self/task/${process.pid}/schedstat`;
const buffer = Buffer.alloc(64);
let opened: number | null | undefined;

/**
 * Processor time the main thread has used, in milliseconds, to about 4 ms; elsewhere than on Linux that of all threads
 * of the process.
 */
export function threadTimeMs(): number {
  opened ??= open();
  if (opened !== null) {
    const size = readSync(opened, buffer, 0, buffer.length, 0);
    return Number.parseInt(buffer.toString('latin1', 0, size), 10) / 1e6;
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

function open(): number | null {
  try {
    return openSync(file, 'r');
  } catch {
    return null;
  }
}
