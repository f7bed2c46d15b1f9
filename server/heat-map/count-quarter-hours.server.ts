import { getPool } from '#server/database/db.server.ts';
import { tierDays } from '#server/database/tier-days.ts';
import { inBatches } from '#server/maintenance/in-batches.server.ts';
import { readTaskWalk, writeTaskWalk } from '#server/maintenance/task-walk.server.ts';
import { walkJobs } from '#server/maintenance/walk-jobs.server.ts';
import { countJobQuarters } from './count-job-quarters.server.ts';
import { keptHeatDays } from './heat-days.ts';

export const quarterHoursName = 'quarter-hours';

/** A whole day of a job that runs each minute is 1,440 rows of the ledger: a step reads no more than 72,000. */
const batchRows = 50;
/** Runs end within hours of their day, nearly all; the first walk of a day compares all days. */
const recentDays = 2;

/** Position of the walk over the jobs; instants in UTC milliseconds. */
interface Walk {
  /** Jobs up to and including this id are done. */
  after: number;
  startedAt: number;
  /** All jobs are counted up to this instant at least. */
  countedUntil: number | null;
  /** Compares all days of the map. */
  isWhole: boolean;
  /** The UTC day of the last walk that did. */
  wholeOn: string | null;
}

/**
 * Counts runs by quarter-hour for the heat maps, job by job, and removes counts older than the maps. An interrupted
 * pass resumes where it stopped.
 * @returns number of changed rows
 */
export async function countQuarterHours({ isStopping }: { isStopping: () => boolean }): Promise<number> {
  let walk = await readWalk();
  if (walk.after === 0) walk = await beginWalk(walk);
  let changed = 0;
  for await (const jobIds of walkJobs({ isStopping, after: walk.after })) {
    changed += await countAll({
      jobIds,
      isOver: isStopping,
      sinceDays: walk.isWhole ? keptHeatDays : recentDays,
    });
    changed += await inBatches({ isOver: isStopping, step: (limit) => removeOld({ jobIds, limit }) });
    if (isStopping()) return changed;
    walk = { ...walk, after: jobIds.at(-1) ?? 0 };
    await writeWalk(walk);
  }
  if (isStopping()) return changed;
  const day = new Date(walk.startedAt).toISOString().slice(0, 10);
  await writeWalk({
    ...walk,
    after: 0,
    countedUntil: walk.startedAt,
    wholeOn: walk.isWhole ? day : walk.wholeOn,
  });
  return changed;
}

/** @returns the instant up to which the runs of all jobs are counted, UTC milliseconds; null before the first count */
export async function quarterHoursUntil(): Promise<number | null> {
  return (await readWalk()).countedUntil;
}

async function countAll({
  jobIds,
  isOver,
  sinceDays,
}: {
  jobIds: number[];
  isOver: () => boolean;
  sinceDays: number;
}): Promise<number> {
  for (let all = 0; ;) {
    const { changed, parts } = await countJobQuarters({ jobIds, sinceDays, limit: batchRows });
    all += changed;
    if ((changed < batchRows && parts === 0) || isOver()) return all;
  }
}

async function removeOld({ jobIds, limit }: { jobIds: number[]; limit: number }): Promise<number> {
  const kept = tierDays({ from: 2 });
  const { rowCount } = await getPool().query({
    name: 'heat-remove-old',
    text: `
      delete from "QuarterHourStat" where ctid = any(array(
        select q.ctid from "Job" j
        join "User" u on u."id" = j."ownerId"
        join ${kept.unnest} as t(${kept.names}) on t."tier" = u."tier"::text
        join "QuarterHourStat" q on q."jobId" = j."id"
          and q."day" < (clock_timestamp() at time zone 'UTC')::date - least(t."days", $4::int)
        where j."id" = any($1::int[]) limit $5 for update of q skip locked))`,
    values: [jobIds, ...kept.values, ...[keptHeatDays, limit]],
  });
  return rowCount ?? 0;
}

async function beginWalk(walk: Walk): Promise<Walk> {
  const { rows } = await getPool().query<{ now: Date }>(`select clock_timestamp() as "now"`);
  const now = rows[0]?.now ?? new Date();
  return { ...walk, startedAt: now.getTime(), isWhole: walk.wholeOn !== now.toISOString().slice(0, 10) };
}

async function readWalk(): Promise<Walk> {
  const known = await readTaskWalk<Walk>(quarterHoursName);
  return known ?? { after: 0, startedAt: 0, countedUntil: null, isWhole: true, wholeOn: null };
}

const writeWalk = (walk: Walk) => writeTaskWalk({ name: quarterHoursName, walk });
