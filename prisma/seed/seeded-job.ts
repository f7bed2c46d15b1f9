import type { JobStatus } from '#domain/job/choices.ts';

/** A job of a seeded account, with the behavior of its target. */
export interface SeededJob {
  name: string;
  description: string;
  status: JobStatus;
  cron: string | null;
  timeZone: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** Path on the echo target. */
  path: string;
  headers?: Record<string, string>;
  payload?: string;
  timeoutSeconds?: number;
  retryCount?: number;
  tags?: string[];
  /** Response time, in milliseconds. */
  medianMs: number;
  /** Share of failing first attempts; the second one succeeds. */
  blipRate: number;
  /** Days with a downtime of the target. */
  downs?: { daysAgo: number; minutes: number }[];
  /** Days since the owner skipped one fire. */
  skippedDaysAgo?: number;
  /** Minutes for which the target has responded 503. */
  failingForMinutes?: number;
  createdDaysAgo: number;
  /** Days since the pause, for a paused job. */
  pausedDaysAgo?: number;
}

/** Fields of most jobs. */
export const ordinary = {
  status: 'active',
  timeZone: 'UTC',
  method: 'GET',
  blipRate: 0.006,
  createdDaysAgo: 190,
} as const;

export const jsonHeaders = { 'content-type': 'application/json' };
