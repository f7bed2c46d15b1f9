import type { Tx } from '#server/database/db.server.ts';
import { recordJobChange } from '#server/jobs/saving/record-job-change.server.ts';
import type { Owner } from '#server/jobs/types.ts';

const kept = 50;

/**
 * Records a skip or its removal, in the same transaction: no version mentions it, because the job stays as it was. The
 * newest 50 of a job are kept.
 */
export async function recordSkip({
  tx,
  owner,
  jobId,
  scheduledFor,
  isSkipped,
}: {
  tx: Tx;
  owner: Owner;
  jobId: number;
  scheduledFor: Date;
  isSkipped: boolean;
}): Promise<void> {
  await tx.skipChange.create({ data: { jobId, scheduledFor, isSkipped, changedById: owner.id } });
  const last = await tx.skipChange.findFirst({
    where: { jobId },
    orderBy: { id: 'desc' },
    skip: kept,
    select: { id: true },
  });
  if (last) await tx.skipChange.deleteMany({ where: { jobId, id: { lte: last.id } } });
  await recordJobChange({ tx, owner, jobId });
}
