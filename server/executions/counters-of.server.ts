import { db } from '#server/db.server.ts';

/**
 * Executions of all jobs of an owner that succeeded and failed, of all time (D33). Superseded and unknown ones
 * count as failed; what did not run counts nowhere. Read from sums that the database keeps: a row for each
 * connection that has counted.
 */
export async function countersOf({
  ownerId,
}: {
  ownerId: number;
}): Promise<{ successful: number; failed: number }> {
  const { _sum } = await db().ownerTotal.aggregate({
    where: { ownerId },
    _sum: { success: true, failed: true },
  });
  return { successful: Number(_sum.success ?? 0), failed: Number(_sum.failed ?? 0) };
}
