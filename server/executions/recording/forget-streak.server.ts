import type { Tx } from '#server/database/db.server.ts';

/** Restarts a job's count of consecutive failures, in the transaction of its save. */
export async function forgetStreak({ tx, jobId }: { tx: Tx; jobId: number }): Promise<void> {
  await tx.jobState.updateMany({
    where: { jobId },
    data: { failureStreak: 0, streakStartedAt: null, goneStreak: 0, notifiedAt: null },
  });
}
