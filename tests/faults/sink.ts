import { closeSync, openSync, readSync } from 'node:fs';
import type { Arrival } from '#dev/echo/arrivals.ts';

/** A call as the target saw it, by the headers every call carries. */
export interface Call {
  /** Null for a manual run. */
  jobId: number | null;
  /** The scheduled time in milliseconds; null for a manual run. */
  scheduledFor: number | null;
  /** Request id of a manual run. */
  requestId: string | null;
  attempt: number;
  at: number;
  path: string;
}

export interface ScheduledCall extends Call {
  jobId: number;
  scheduledFor: number;
}

const seen = new Map<string, { offset: number; rest: string; calls: Call[] }>();
const chunk = Buffer.alloc(4 * 1024 * 1024);

/** Calls of jobs, from the file the target writes before it responds. */
export function readAllCalls(file: string): Call[] {
  const known = seen.get(file) ?? { offset: 0, rest: '', calls: [] };
  seen.set(file, known);
  const handle = openSync(file, 'r');
  try {
    for (;;) {
      const size = readSync(handle, chunk, 0, chunk.length, known.offset);
      if (size === 0) break;
      known.offset += size;
      const lines = (known.rest + chunk.toString('latin1', 0, size)).split('\n');
      known.rest = lines.pop() ?? '';
      known.calls.push(...lines.flatMap(callOf));
    }
  } finally {
    closeSync(handle);
  }
  return known.calls;
}

/** Calls of scheduled fires. */
export function readCalls(file: string): ScheduledCall[] {
  return readAllCalls(file).filter((call): call is ScheduledCall => call.jobId !== null);
}

function callOf(line: string): Call[] {
  const { at, path, headers } = arrivalOf(line) ?? {};
  const id = headers?.['webhook-id'];
  if (at === undefined || !path || !headers || !id) return [];
  const [, jobId, seconds] = /^fire_(\d+)_(\d+)$/.exec(id) ?? [];
  const isByHand = jobId === undefined;
  // Notifications have an id too.
  if (isByHand && (!/^[\da-f-]{36}$/.test(id) || !headers['x-punctual-attempt'])) return [];
  const which = isByHand
    ? { jobId: null, scheduledFor: null, requestId: id }
    : { jobId: Number(jobId), scheduledFor: Number(seconds) * 1000, requestId: null };
  return [{ ...which, attempt: Number(headers['x-punctual-attempt']), at, path }];
}

/** A killed target may leave half a line. */
function arrivalOf(line: string): Partial<Arrival> | undefined {
  try {
    return JSON.parse(line) as Arrival;
  } catch {
    return undefined;
  }
}
