import { beforeEach, expect, test, vi } from 'vitest';
import type * as SchedulePreviews from '#app/presenters/job-form/schedule-preview.ts';

const made = vi.hoisted(() => ({ count: 0 }));
vi.mock('#app/presenters/job-form/schedule-preview.ts', async (original) => {
  const real = await original<typeof SchedulePreviews>();
  return {
    toSchedulePreview: (asked: Parameters<typeof real.toSchedulePreview>[0]) => {
      made.count += 1;
      return real.toSchedulePreview(asked);
    },
  };
});
const { keptPreview } = await import('./kept-preview.server.ts');

const now = Date.UTC(2026, 10, 25, 12, 0, 10);
const hourly = { cron: '1 * * * *', timeZone: 'UTC', count: 5 };

beforeEach(() => {
  made.count = 0;
});

test('the preview of the same line is reused for half a minute or until its first fire', () => {
  const first = keptPreview({ ...hourly, now });
  expect(keptPreview({ ...hourly, now: now + 10_000 })).toEqual({ ...first, now: now + 10_000 });
  expect(made.count).toBe(1);
  keptPreview({ ...hourly, now: now + 31_000 });
  expect(made.count).toBe(2);
  const after = keptPreview({ ...hourly, now: now + 50_000 });
  expect(made.count).toBe(3);
  expect(after.fires[0]?.at).toBe(Date.UTC(2026, 10, 25, 13, 1));
});

test('another line, zone or count has its own preview', () => {
  for (const other of [{ cron: '2 * * * *' }, { timeZone: 'Asia/Tokyo' }, { count: 4 }])
    keptPreview({ ...hourly, ...other, now: now + 3_600_000 });
  expect(made.count).toBe(3);
});
