import type { Tx } from '#server/database/db.server.ts';

/** Restarts a job's count of consecutive failures, in the transaction of its save; an incident of them is closed. */
export async function forgetStreak({ tx, jobId }: { tx: Tx; jobId: number }): Promise<void> {
  await tx.jobState.updateMany({
    where: { jobId },
    data: { failureStreak: 0, streakStartedAt: null, goneStreak: 0, notifiedAt: null },
  });
  // A run of a paused job may have opened one.
  await tx.incident.updateMany({
    where: { jobId, closedAt: null },
    data: { closedAt: new Date(), closeReason: 'paused', snoozedUntil: null },
  });
}
