import { fillDays } from '#app/presenters/execution/day-outcomes.ts';
import type { ShownExecution } from '#app/presenters/execution/execution-row.ts';
import { toFires } from '#app/presenters/job-form/schedule-preview.ts';
import type { JobPageData } from '#app/presenters/job/job-page.server.ts';
import { shortFires } from '#app/query/history-address.ts';
import { retrySentence } from '#domain/job/retry-delays.ts';
import { dayMs, hourMs } from '#domain/time/units.ts';

const cron = '0 * * * *';
const timeZone = 'UTC';

/** Sample of a job's page for a failed load (D4): invented, and labeled so. */
export function sampleJobPage({ now }: { now: number }): JobPageData {
  const lastAt = Math.floor(now / hourMs) * hourMs;
  const fires = toFires({ cron, timeZone, now, count: shortFires });
  const rows = Array.from({ length: 5 }, (_, index) => sampleRow({ index, at: lastAt - index * hourMs }));
  return {
    isSample: true,
    job: sampleDetail({ lastAt, nextRunAt: fires[0]?.at ?? null }),
    days: fillDays({ rows: [], now }).map(({ day }, index) => ({
      day,
      ...(index === 11 ? { failed: 1, success: 23 } : { success: 24 }),
    })),
    heat: null,
    fires,
    skipped: 0,
    clockChange: null,
    lastRuns: rows,
    history: sampleHistory(rows),
    timed: timedRuns(lastAt),
    notifications: { notification: 'never', notified: [], destination: '', lines: [] },
    watches: { certificate: null, timing: null, watched: null },
    recipient: null,
    incident: null,
    viewerZone: timeZone,
    changes: [],
    badgeUrl: null,
  };
}

function sampleDetail({
  lastAt,
  nextRunAt,
}: {
  lastAt: number;
  nextRunAt: number | null;
}): JobPageData['job'] {
  return {
    id: 0,
    name: 'Sample: health check',
    description: '',
    status: 'active',
    pauseReason: null,
    pausedUntil: null,
    tags: [],
    isSyncing: false,
    schedule: 'Every hour',
    cron,
    timeZone,
    type: 'Webhook',
    createdAt: lastAt - 30 * dayMs,
    version: 1,
    last: { at: lastAt, status: 'success', code: 200 },
    nextRunAt,
    webhook: {
      url: 'https://api.example.com/health',
      isLink: false,
      mail: null,
      method: 'GET',
      criterion: 'Status 2xx',
      timeoutSeconds: 30,
      retryCount: 3,
      followRedirects: false,
      auth: null,
      retryWaits: retrySentence({ delays: null, retryCount: 3 }),
      headers: null,
      hasMaskedHeaders: false,
      payload: null,
      curl: null,
    },
  };
}

function sampleHistory(rows: ShownExecution[]): JobPageData['history'] {
  return {
    query: {
      filter: 'all',
      search: '',
      start: null,
      end: null,
      weekday: null,
      hour: null,
      zone: timeZone,
      shown: 10,
      cursor: null,
      problem: null,
    },
    rows,
    total: rows.length,
    isMore: false,
    next: null,
    searched: null,
    failure: null,
  };
}

function timedRuns(lastAt: number): JobPageData['timed'] {
  return Array.from({ length: 30 }, (_, index) => ({
    id: index + 1,
    scheduledFor: lastAt - (29 - index) * hourMs,
    attempts: 1,
    durationMs: 420 + ((index * 37) % 160),
    latencyMs: 420 + ((index * 37) % 160),
    latenessMs: 25 + ((index * 7) % 20),
    isFailed: index === 26,
  }));
}

function sampleRow({ index, at }: { index: number; at: number }): ShownExecution {
  const isFailed = index === 3;
  return {
    id: index + 1,
    status: isFailed ? 'failed' : 'success',
    trigger: 'Scheduled',
    startAt: at + 40,
    endedAt: at + 540,
    duration: '500ms',
    code: isFailed ? '503' : '200',
    latenessMs: 40,
    attempts: 1,
    hint: null,
    isOpen: false,
  };
}
