import { dayLetters, type DayKind } from '#app/presenters/execution/day-outcomes.ts';
import type { JobRow } from '#app/presenters/job/job-row.ts';
import { dayMs, hourMs, minuteMs } from '#domain/time/units.ts';

const stripDays = 30;
/** A Monday, 09:00 UTC. */
const someMonday = Date.UTC(2024, 0, 1, 9);

interface Sample extends Pick<JobRow, 'name' | 'target' | 'schedule'> {
  everyMs: number;
  /** An instant at which it fires; the epoch, unless it is named. */
  anchor?: number;
  /** Days back from today that failed. */
  failed?: number;
  isPaused?: boolean;
}

const samples: Sample[] = [
  {
    name: 'Sample: health check',
    target: 'api.example.com/health',
    schedule: 'Every minute',
    everyMs: minuteMs,
    failed: 12,
  },
  {
    name: 'Sample: renew cache',
    target: 'edge.example.com/warm',
    schedule: 'Every 10 minutes',
    everyMs: 10 * minuteMs,
    failed: 20,
  },
  {
    name: 'Sample: send reminders',
    target: 'app.example.com/reminders',
    schedule: 'Every hour',
    everyMs: hourMs,
  },
  {
    name: 'Sample: nightly backup',
    target: 'backup.example.com/run',
    schedule: 'Every day at midnight',
    everyMs: dayMs,
    failed: 5,
  },
  {
    name: 'Sample: weekly report',
    target: 'app.example.com/report',
    schedule: 'Every Monday at 09:00',
    everyMs: 7 * dayMs,
    anchor: someMonday,
    isPaused: true,
  },
];

/** Sample of the dashboard for a failed load (D4). */
export function sampleDashboard({ now }: { now: number }) {
  return {
    isSample: true,
    counters: { total: 5, active: 4, failed: 3, successful: 1204 },
    timeline: null,
    failing: { total: 0, jobs: [] },
    rows: samples.map((sample, index) => toRow({ sample, index, now })),
    matching: samples.length,
    pages: { page: 1, pages: 1, previous: null, next: null },
    tags: [] as string[],
    views: [],
  };
}

function toRow({ sample, index, now }: { sample: Sample; index: number; now: number }): JobRow {
  const { name, target, schedule, everyMs, anchor = 0, isPaused } = sample;
  const lastRunAt = now - ((now - anchor) % everyMs);
  return {
    id: -1 - index,
    name,
    target,
    schedule,
    hasSchedule: true,
    type: 'Webhook',
    zone: 'UTC',
    status: isPaused ? 'paused' : 'active',
    lastRunAt,
    lastError: null,
    nextRunAt: isPaused ? null : lastRunAt + everyMs,
    pausedUntil: null,
    nextHint: isPaused ? 'Paused' : null,
    days: daysOf({ sample, lastRunAt, now }),
  };
}

function daysOf({
  sample: { everyMs, failed },
  lastRunAt,
  now,
}: {
  sample: Sample;
  lastRunAt: number;
  now: number;
}): string {
  const lastDay = Math.floor(lastRunAt / dayMs);
  const stepDays = Math.max(1, everyMs / dayMs);
  const today = Math.floor(now / dayMs);
  const kinds = Array.from({ length: stripDays }, (_, index): DayKind => {
    const back = stripDays - 1 - index;
    if ((lastDay - (today - back)) % stepDays !== 0) return 'none';
    return back === failed ? 'failed' : 'success';
  });
  return dayLetters(kinds);
}
