import { fillDays } from '#app/components/execution/day-outcomes.ts';
import type { JobRow } from '#app/presenters/job-row.ts';

const minuteMs = 60_000;

const samples: Pick<JobRow, 'name' | 'target' | 'schedule' | 'status'>[] = [
  {
    name: 'Sample: health check',
    target: 'api.example.com/health',
    schedule: 'Every minute',
    status: 'active',
  },
  {
    name: 'Sample: send reminders',
    target: 'app.example.com/reminders',
    schedule: 'Every hour',
    status: 'active',
  },
  {
    name: 'Sample: nightly backup',
    target: 'backup.example.com/run',
    schedule: 'Every day at midnight',
    status: 'active',
  },
  {
    name: 'Sample: weekly report',
    target: 'app.example.com/report',
    schedule: 'Every Monday at 09:00',
    status: 'paused',
  },
  {
    name: 'Sample: renew cache',
    target: 'edge.example.com/warm',
    schedule: 'Every 10 minutes',
    status: 'active',
  },
];

/** What the dashboard shows under the banner when the user's own jobs could not be loaded (D4). */
export function sampleDashboard({ now }: { now: number }) {
  const rows = samples.map((sample, index): JobRow => ({
    ...sample,
    id: -1 - index,
    type: 'Webhook',
    zone: 'UTC',
    lastRunAt: now - (index + 1) * minuteMs,
    lastFault: null,
    nextRunAt: sample.status === 'active' ? now + (index + 1) * minuteMs : null,
    nextNote: null,
    days: fillDays({ rows: [], now }),
  }));
  return {
    isSample: true,
    counters: { total: 5, active: 4, failed: 3, successful: 1204 },
    rail: null,
    failing: { total: 0, first: null },
    rows,
    matching: rows.length,
    pages: { page: 1, pages: 1, previous: null, next: null },
    tags: [] as string[],
  };
}
