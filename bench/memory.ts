import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const sampleMs = 1_000;
const megabyte = 2 ** 20;

export interface Memory {
  /** Median of the samples. */
  rssBytes: number;
  /** The most since the process started. */
  peakBytes: number;
}

/**
 * Resident memory of a process over some time, without that of its children; Linux only.
 * @throws Error if the process ends meanwhile
 */
export async function measureMemory({ pid, ms }: { pid: number; ms: number }): Promise<Memory> {
  const until = Date.now() + ms;
  const samples = [bytesOf({ pid, field: 'VmRSS' })];
  while (Date.now() < until) {
    await sleep(sampleMs);
    samples.push(bytesOf({ pid, field: 'VmRSS' }));
  }
  const rssBytes = samples.sort((a, b) => a - b)[samples.length >> 1] ?? 0;
  return { rssBytes, peakBytes: bytesOf({ pid, field: 'VmHWM' }) };
}

/** Resident memory of a process at this moment and its peak, in MB, as `measureMemory` counts it. */
export function memoryMb(pid: number): { rssMb: number; peakMb: number } {
  const mb = (field: string) => Math.round(bytesOf({ pid, field }) / megabyte);
  return { rssMb: mb('VmRSS'), peakMb: mb('VmHWM') };
}

function bytesOf({ pid, field }: { pid: number; field: string }): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1_024;
}
