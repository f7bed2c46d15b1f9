import type { DueMinute, PastMinute } from '#app/presenters/charts/timeline-scale.ts';
import type { DayCounts } from '#app/presenters/execution/day-outcomes.ts';
import type { JobStatus } from '#domain/job/choices.ts';
import { dayMs, minuteMs } from '#domain/time/units.ts';

// The invented account the public page and the kit show: its jobs run relative to the reader's now.

export interface SampleJob {
  name: string;
  target: string;
  type: 'Webhook' | 'Email';
  schedule: string;
  zone: string;
  status: JobStatus;
  lastRunAt: number;
  lastError: string | null;
  nextRunAt: number | null;
  nextHint: string | null;
  days: DayCounts[];
}

export const sampleCounters = [
  { label: 'Total Jobs', value: 12 },
  { label: 'Active Jobs', value: 10 },
  { label: 'Failed Executions', value: 214 },
  { label: 'Successful Executions', value: 48_209 },
];

/** Days counted back from today, and what happened on them; all others succeeded, or had no call. */
type Marked = Partial<Record<number, 'failed' | 'missed' | 'skipped' | 'none'>>;

function daysOf({ now, marked }: { now: number; marked: Marked }): DayCounts[] {
  const today = Math.floor(now / dayMs);
  return Array.from({ length: 30 }, (_, index) => {
    const back = 29 - index;
    const day = new Date((today - back) * dayMs).toISOString().slice(0, 10);
    const mark = marked[back];
    if (mark === 'none') return { day };
    return mark ? { day, success: 1, [mark]: 1 } : { day, success: 1 };
  });
}

/** Weekends (UTC) have no call. */
function workDays({ now }: { now: number }): DayCounts[] {
  return daysOf({ now, marked: {} }).map(({ day, ...counts }) =>
    [0, 6].includes(new Date(day).getUTCDay()) ? { day } : { day, ...counts },
  );
}

function everyMinutes({ now, minutes }: { now: number; minutes: number }) {
  const step = minutes * minuteMs;
  const lastRunAt = Math.floor(now / step) * step;
  return { lastRunAt, nextRunAt: lastRunAt + step };
}

function daily({ now, minuteOfDay }: { now: number; minuteOfDay: number }) {
  const today = Math.floor(now / dayMs) * dayMs + minuteOfDay * minuteMs;
  return today > now
    ? { lastRunAt: today - dayMs, nextRunAt: today }
    : { lastRunAt: today, nextRunAt: today + dayMs };
}

/** Monday to Friday. */
function workDaily({ now, minuteOfDay }: { now: number; minuteOfDay: number }) {
  const today = Math.floor(now / dayMs) * dayMs + minuteOfDay * minuteMs;
  const isWorkDay = (at: number) => ![0, 6].includes(new Date(at).getUTCDay());
  const days = Array.from({ length: 9 }, (_, index) => today + (index - 4) * dayMs).filter(isWorkDay);
  return {
    lastRunAt: days.findLast((at) => at <= now) ?? today,
    nextRunAt: days.find((at) => at > now) ?? today,
  };
}

/** Five jobs: one failing, one paused, three at rest. */
export function sampleJobs(now: number): SampleJob[] {
  const rest = { type: 'Webhook', status: 'active', lastError: null, nextHint: null } as const;
  return [
    {
      ...rest,
      ...everyMinutes({ now, minutes: 5 }),
      name: 'Sync inventory to storefront',
      target: 'api.acme.example/v1/stock/sync',
      schedule: 'Every 5 minutes',
      zone: 'UTC',
      lastError: '503',
      days: daysOf({ now, marked: { 0: 'failed', 18: 'failed' } }),
    },
    {
      ...rest,
      ...everyMinutes({ now, minutes: 10 }),
      name: 'Warm edge cache',
      target: 'edge.acme.example/cache/warm',
      schedule: 'Every 10 minutes',
      zone: 'UTC',
      days: daysOf({ now, marked: {} }),
    },
    {
      ...rest,
      ...daily({ now, minuteOfDay: 150 }),
      name: 'Nightly invoice run',
      target: 'billing.acme.example/invoices',
      schedule: 'Every day at 02:30',
      zone: 'UTC',
      days: daysOf({ now, marked: { 21: 'failed', 8: 'missed', 3: 'skipped' } }),
    },
    {
      ...rest,
      ...workDaily({ now, minuteOfDay: 375 }),
      name: "Check last night's backup",
      target: 'backup.acme.example/ok',
      schedule: 'Every weekday at 06:15',
      zone: 'UTC',
      days: workDays({ now }),
    },
    {
      ...rest,
      name: 'Import partner feed',
      target: 'feed.partner.example/pull',
      schedule: 'Every 6 hours',
      zone: 'UTC',
      status: 'paused',
      lastRunAt: Math.floor(now / dayMs) * dayMs - 3 * dayMs + 12 * 60 * minuteMs,
      nextRunAt: null,
      nextHint: 'Paused: 410 Gone',
      lastError: '410',
      days: daysOf({ now, marked: { 3: 'failed', 2: 'none', 1: 'none', 0: 'none' } }),
    },
  ];
}

/** The account's hour before and after now: one job a minute, and rarer ones on the round minutes. */
export function sampleTimeline(now: number): {
  past: PastMinute[];
  due: DueMinute[];
  next: { name: string; at: number };
} {
  const current = Math.floor(now / minuteMs) * minuteMs;
  const past = Array.from({ length: 60 }, (_, index) => {
    const at = current - (59 - index) * minuteMs;
    const calls = callsIn(at);
    const failed =
      at % (5 * minuteMs) === 0 && current - at < 26 * minuteMs && current - at >= 5 * minuteMs ? 1 : 0;
    const open = index === 59 ? 1 : 0;
    return { at, success: Math.max(0, calls - failed - open), failed, open };
  });
  const due = Array.from({ length: 60 }, (_, index) => {
    const at = current + (index + 1) * minuteMs;
    return { at, count: callsIn(at) };
  });
  return { past, due, next: { name: 'Health ping, eu-west', at: current + minuteMs } };
}

/** Everything of it at once; made on the server, so no page loads its makers. */
export function sampleAccount(now: number) {
  return { counters: sampleCounters, jobs: sampleJobs(now), timeline: sampleTimeline(now) };
}

export type SampleAccount = ReturnType<typeof sampleAccount>;

function callsIn(at: number): number {
  return 1 + [5, 10, 15, 60].filter((minutes) => at % (minutes * minuteMs) === 0).length;
}
