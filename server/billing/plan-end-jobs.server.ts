import { splitByPlaces } from '#domain/plan-places.ts';
import { jobLimit, type Tier } from '#domain/plan.ts';
import { getPool } from '#server/database/db.server.ts';

/** Jobs listed for a choice at most. */
const mostChoosable = 1_000;

export interface PlanEndJob {
  id: number;
  name: string;
  /** Stays active when the plan begins. */
  isKept: boolean;
}

/** Effect of a plan on the active jobs of an account. */
export interface PlanEndJobs {
  /** Null where the plan has no limit. */
  limit: number | null;
  /** Number of active jobs, and of those paused until a date. */
  active: number;
  /** Number of jobs above the limit. */
  above: number;
  /** Oldest first; at most 1,000, every job the owner chose among them. */
  jobs: PlanEndJob[];
}

/**
 * Splits the active jobs of an account by a new plan into active and paused ones: by the owner's choice, else the
 * newest are paused.
 * @param tier the plan that would begin
 */
export async function planEndJobs({ userId, tier }: { userId: number; tier: Tier }): Promise<PlanEndJobs> {
  const { rows } = await getPool().query<{ id: number; name: string; isChosen: boolean; active: number }>(
    `select j."id", j."name", coalesce(j."id" = any(s."keptJobIds"), false) as "isChosen",
       count(*) over ()::int as "active"
     from "Job" j left join "Subscription" s on s."userId" = j."ownerId"
     where j."ownerId" = $1 and j."deletedAt" is null and (j."status" = 'active' or j."pausedUntil" is not null)
     order by "isChosen" desc, j."id" limit $2`,
    [userId, mostChoosable],
  );
  const listed = rows.toSorted((one, other) => one.id - other.id);
  const limit = jobLimit(tier);
  const active = rows[0]?.active ?? 0;
  const chosenIds = listed.flatMap(({ id, isChosen }) => (isChosen ? [id] : []));
  const kept = new Set(splitByPlaces({ jobIds: listed.map(({ id }) => id), chosenIds, limit }).kept);
  return {
    limit: Number.isFinite(limit) ? limit : null,
    active,
    above: Math.max(0, active - limit),
    jobs: listed.map(({ id, name }) => ({ id, name, isKept: kept.has(id) })),
  };
}
