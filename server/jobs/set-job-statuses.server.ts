import { isActive } from '#domain/job/job.ts';
import { draftLimit, jobLimit, type Tier } from '#domain/plan.ts';
import { databaseNow } from '#server/database/database-now.server.ts';
import type { Tx } from '#server/database/db.server.ts';
import { withOwnedJobs } from '#server/jobs/access/with-owned-jobs.server.ts';
import { saveChanges } from '#server/jobs/saving/save-changes.server.ts';
import type { JobRow, Owner } from '#server/jobs/types.ts';

type Status = JobRow['status'];

export interface StatusesSet {
  /** Jobs with the status now, including those that had it before. */
  updated: number;
  /** Jobs the plan has no room for. */
  refused: number;
  /** Previous statuses of the changed jobs. */
  before: { jobId: number; status: Status }[];
}

/**
 * Sets the status of many jobs, 500 in a transaction, in the given order: jobs without room in the plan (D22, D38) and
 * jobs of others stay as they are. The relay pushes to the engine.
 */
export async function setJobStatuses({
  owner,
  jobIds,
  status,
}: {
  owner: Owner;
  jobIds: number[];
  status: Status;
}): Promise<StatusesSet> {
  const parts = await withOwnedJobs({
    owner,
    jobIds,
    run: async ({ tx, jobs, tier }): Promise<StatusesSet> => {
      const now = (await databaseNow({ tx })).getTime();
      const others = jobs.filter((job) => job.status !== status || job.pausedUntil !== null);
      const hasRoom = await freeRoom({ tx, ownerId: owner.id, tier, to: status });
      const fitting = others.filter((job) => hasRoom(isActive({ ...job, now }) ? 'active' : job.status));
      const columns = { status, pausedUntil: null, pauseReason: null };
      await saveChanges({ tx, owner, tier, jobs: fitting, columns, summary: 'status' });
      const refused = others.length - fitting.length;
      const before = fitting.map((job) => ({ jobId: job.id, status: job.status }));
      return { updated: jobs.length - refused, refused, before };
    },
  });
  return {
    updated: parts.reduce((sum, { updated }) => sum + updated, 0),
    refused: parts.reduce((sum, { refused }) => sum + refused, 0),
    before: parts.flatMap(({ before }) => before),
  };
}

/** Reports whether one more job may take the status: the rules of checkRoom, counting each admitted job. */
async function freeRoom({
  tx,
  ownerId,
  tier,
  to,
}: {
  tx: Tx;
  ownerId: number;
  tier: Tier;
  to: Status;
}): Promise<(from: Status) => boolean> {
  const limit = jobLimit(tier);
  if (to !== 'inactive' && limit === Infinity) return () => true;
  const groups = await tx.job.groupBy({
    by: ['status'],
    where: { ownerId, deletedAt: null },
    _count: { _all: true },
  });
  const of = (status: Status) => groups.find((group) => group.status === status)?._count._all ?? 0;
  let active = of('active');
  let used = active + of('paused');
  let drafts = of('inactive');
  return (from) => {
    if (from === to) return true;
    if (to === 'inactive') {
      if (drafts >= draftLimit(tier)) return false;
      drafts += 1;
      return true;
    }
    if (from === 'active') return true;
    if ((from === 'paused' ? active : used) >= limit) return false;
    if (to === 'active') active += 1;
    if (from === 'inactive') used += 1;
    return true;
  };
}
