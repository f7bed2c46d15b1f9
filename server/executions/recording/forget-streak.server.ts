import type { Tx } from '#server/database/db.server.ts';

/** Begins to count a job's failures in a row anew, in the transaction of its save. */
export async function forgetStreak({ tx, jobId }: { tx: Tx; jobId: number }): Promise<void> {
  await tx.jobState.updateMany({
    where: { jobId },
    data: { failureStreak: 0, streakStartedAt: null, goneStreak: 0, notifiedAt: null },
  });
}
