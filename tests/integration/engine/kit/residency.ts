import { db } from '#server/database/db.server.ts';

/** The worker that holds a job from fire to fire; null if the job is free, undefined without a residency. */
export async function holderOf(jobId: number): Promise<string | null | undefined> {
  const row = await db().residency.findUnique({ where: { jobId } });
  return row?.workerId;
}

/** Number of jobs by the worker that holds them; free ones are under `free`. */
export async function residentsByWorker(): Promise<Record<string, number>> {
  const rows = await db().residency.groupBy({ by: ['workerId'], _count: true });
  return Object.fromEntries(rows.map(({ workerId, _count }) => [workerId ?? 'free', _count]));
}
