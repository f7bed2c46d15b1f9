import { db } from '#server/db.server.ts';

/** The instants to come that the owner wants left out of a job's fires, UTC milliseconds, oldest first. */
export async function listSkips({ ownerId, jobId }: { ownerId: number; jobId: number }): Promise<number[]> {
  const rows = await db().skip.findMany({
    where: { jobId, scheduledFor: { gt: new Date() }, job: { ownerId, deletedAt: null } },
    orderBy: { scheduledFor: 'asc' },
  });
  return rows.map(({ scheduledFor }) => scheduledFor.getTime());
}
