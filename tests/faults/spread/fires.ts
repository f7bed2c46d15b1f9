import { db } from '#server/database/db.server.ts';
import { type Lateness, latenessOf } from '../lateness.ts';
import { readCalls } from '../sink.ts';
import { sinkFile } from '../stack.ts';
import { firesBetween } from './calendar.ts';
import type { SpreadJob } from './jobs.ts';

const shown = (at: number) => new Date(at).toISOString().slice(11, 19);

export interface Assessed {
  lateness: Lateness;
  /** Fires without a call that no lost worker had claimed. */
  uncalled: string[];
  /** Fires that a worker had claimed when it was lost: without retries they are not repeated. */
  lost: number;
  /** Calls later than allowed. */
  late: string[];
  twice: string[];
}

/**
 * The fires of some jobs, due from one instant until before another.
 * @param allowedMs the lateness allowed for the fire of an instant
 */
export async function assessFires({
  jobs,
  from,
  until,
  allowedMs = () => Infinity,
}: {
  jobs: SpreadJob[];
  from: number;
  until: number;
  allowedMs?: (at: number) => number;
}): Promise<Assessed> {
  const ids = new Set(jobs.map(({ id }) => id));
  const calls = readCalls(sinkFile).filter(
    ({ jobId, scheduledFor }) => ids.has(jobId) && scheduledFor >= from && scheduledFor < until,
  );
  const called = new Map<string, number>();
  for (const { jobId, scheduledFor } of calls) {
    const key = `${jobId} ${scheduledFor}`;
    called.set(key, (called.get(key) ?? 0) + 1);
  }
  const lost = await lostFires({ ids: [...ids], from, until });
  const range = { timeZone: 'UTC', after: from - 1, until: until - 1, limit: Infinity };
  const uncalled = jobs.flatMap(({ id, cron }) =>
    firesBetween({ ...range, cron })
      .filter((at) => !called.has(`${id} ${at}`) && !lost.has(`${id} ${at}`))
      .map((at) => `job ${id} was not called for ${shown(at)}`),
  );
  const late = calls
    .filter(({ at, scheduledFor }) => at - scheduledFor > allowedMs(scheduledFor))
    .map(
      ({ jobId, at, scheduledFor }) =>
        `job ${jobId} was ${Math.round(at - scheduledFor)} ms late for ${shown(scheduledFor)}`,
    );
  const twice = [...called].filter(([, count]) => count > 1).map(([fire]) => `called twice: job ${fire}`);
  return { lateness: latenessOf(calls), uncalled, lost: lost.size, late, twice };
}

async function lostFires({
  ids,
  from,
  until,
}: {
  ids: number[];
  from: number;
  until: number;
}): Promise<Set<string>> {
  const rows = await db().execution.findMany({
    where: {
      jobId: { in: ids },
      scheduledFor: { gte: new Date(from), lt: new Date(until) },
      attempts: { some: { errorCode: 'worker_lost' } },
    },
    select: { jobId: true, scheduledFor: true },
  });
  return new Set(rows.map(({ jobId, scheduledFor }) => `${jobId} ${Number(scheduledFor)}`));
}
