import { db } from '#server/db.server.ts';

/**
 * Executions of all jobs of an owner that succeeded and failed, of all time (D33). Superseded and unknown ones
 * count as failed; what did not run counts nowhere.
 */
export async function countersOf({
  ownerId,
}: {
  ownerId: number;
}): Promise<{ successful: number; failed: number }> {
  const { _sum } = await db().dailyStat.aggregate({
    where: { job: { ownerId, deletedAt: null } },
    _sum: { success: true, failed: true, superseded: true, unknown: true },
  });
  return {
    successful: _sum.success ?? 0,
    failed: (_sum.failed ?? 0) + (_sum.superseded ?? 0) + (_sum.unknown ?? 0),
  };
}
