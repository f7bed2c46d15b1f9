import { readFileSync } from 'node:fs';
import type { Arrival } from '#dev/echo/arrivals.ts';

/** A call as the target saw it, by the headers that every call carries. */
export interface Call {
  jobId: number;
  /** The instant that the schedule names, in milliseconds. */
  scheduledFor: number;
  attempt: number;
  at: number;
}

/** What the target has seen of scheduled fires, from the file that it writes before it answers. */
export function readCalls(file: string): Call[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.flatMap((line) => {
    const { at, headers } = JSON.parse(line) as Arrival;
    const [, jobId, seconds] = /^fire_(\d+)_(\d+)$/.exec(headers['webhook-id'] ?? '') ?? [];
    if (!jobId || !seconds) return [];
    return [
      {
        jobId: Number(jobId),
        scheduledFor: Number(seconds) * 1000,
        attempt: Number(headers['x-punctual-attempt']),
        at,
      },
    ];
  });
}
