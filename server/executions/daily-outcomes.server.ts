import { now } from '#server/clock.server.ts';
import { db } from '#server/db.server.ts';
import type { ExecutionOutcome } from './types.ts';

/** How many executions of a UTC day ("2026-11-21") ended how. */
export type DailyOutcomes = { day: string } & Record<ExecutionOutcome, number>;

const dayMs = 86_400_000;
const counted = { success: true, failed: true, superseded: true, skipped: true, missed: true, unknown: true };

/** The last days of many jobs in one query, oldest first; a day without an execution has no row. */
export async function dailyOutcomes({
  jobIds,
  days,
}: {
  jobIds: number[];
  days: number;
}): Promise<Map<number, DailyOutcomes[]>> {
  const first = (Math.floor(now().getTime() / dayMs) - days + 1) * dayMs;
  const rows = await db().dailyStat.findMany({
    where: { jobId: { in: jobIds }, day: { gte: new Date(first) } },
    // No more than the index of the days holds.
    select: { jobId: true, day: true, ...counted },
    orderBy: [{ jobId: 'asc' }, { day: 'asc' }],
  });
  const byJob = new Map<number, DailyOutcomes[]>(jobIds.map((jobId) => [jobId, []]));
  for (const { jobId, day, success, failed, superseded, skipped, missed, unknown } of rows) {
    const counts = { success, failed, superseded, skipped, missed, unknown };
    byJob.get(jobId)?.push({ day: day.toISOString().slice(0, 10), ...counts });
  }
  return byJob;
}
