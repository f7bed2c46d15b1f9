import type { HeatMetric } from '#domain/heat-metric.ts';
import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import { addSums, quartersBetween, type HeatSums, type QuarterSums } from './heat-sums.ts';

// One entry a row. Beside each other in a select they are read five times as fast as by one unnest in the from.
const entries = `unnest(q."quarters") as "quarter", unnest(q."runs") as "runs", unnest(q."failures") as "failures",
        unnest(q."late") as "late", unnest(q."latenessSumMs") as "latenessSumMs",
        unnest(q."latenessMaxMs") as "latenessMaxMs", unnest(q."timed") as "timed",
        unnest(q."durationSumMs") as "durationSumMs"`;

const totals = (read: (name: string) => string) => `sum(${read('runs')})::int as "runs",
      sum(${read('failures')})::int as "failures", sum(${read('late')})::int as "late",
      sum(${read('latenessSumMs')})::float8 as "latenessSumMs", max(${read('latenessMaxMs')}) as "latenessMaxMs",
      sum(${read('timed')})::int as "timed", sum(${read('durationSumMs')})::float8 as "durationSumMs"`;

const jobStatement: Statement = {
  name: 'heat-of-job',
  text: `
    select q."day"::text as "day", ${entries} from "QuarterHourStat" q
    where q."jobId" = $1 and q."day" >= $2::date`,
};

const jobsAtOnce = 250;

// A statement ends after 5 s at the latest: of a large account it takes a part of the jobs at a time.
const ownerStatement: Statement = {
  name: 'heat-of-owner',
  text: `
    select k."day"::text as "day", k."quarter", ${totals((name) => `k."${name}"`)}
    from (
      select q."day", ${entries} from "QuarterHourStat" q
      where q."jobId" = any($1::int[]) and q."day" >= $2::date
    ) k
    group by k."day", k."quarter"`,
};

/**
 * Counts of a job by quarter-hour of UTC; quarters without a run are omitted.
 * @param from UTC milliseconds; the whole UTC day around it is read
 */
export function jobQuarters({ jobId, from }: { jobId: number; from: number }): Promise<QuarterSums[]> {
  return query<QuarterSums>({ client: getPool(), statement: jobStatement, values: [jobId, dayOf(from)] });
}

/** The same over all jobs of an account that are not deleted. */
export async function ownerQuarters({
  ownerId,
  from,
}: {
  ownerId: number;
  from: number;
}): Promise<QuarterSums[]> {
  const sums = new Map<string, QuarterSums>();
  for (let after: number | null = 0; after !== null;) {
    const ids: number[] = await jobsAfter({ ownerId, after });
    const part = await query<QuarterSums>({
      client: getPool(),
      statement: ownerStatement,
      values: [ids, dayOf(from)],
    });
    for (const row of part) {
      const key = `${row.day} ${row.quarter}`;
      const known = sums.get(key);
      sums.set(key, known ? { ...row, ...addSums(known, row) } : row);
    }
    after = ids.length < jobsAtOnce ? null : (ids.at(-1) ?? null);
  }
  return [...sums.values()];
}

async function jobsAfter({ ownerId, after }: { ownerId: number; after: number }): Promise<number[]> {
  const rows = await query<{ id: number }>({
    client: getPool(),
    statement: {
      name: 'heat-jobs-after',
      text: `
        select "id" from "Job" where "ownerId" = $1 and "deletedAt" is null and "id" > $2
        order by "id" limit ${jobsAtOnce}`,
    },
    values: [ownerId, after],
  });
  return rows.map(({ id }) => id);
}

const orders: Record<HeatMetric, string> = {
  runs: `"runs" desc`,
  failures: `"failures" desc, "runs" desc`,
  lateness: `"latenessSumMs" / nullif("late", 0) desc nulls last`,
  duration: `"durationSumMs" / nullif("timed", 0) desc nulls last`,
};

export interface JobOfHour extends HeatSums {
  id: number;
  name: string;
}

/**
 * Jobs of an account with the most activity in an hour of the week.
 * @param spans the time ranges of the hour, 10 at most
 * @param metric of the order; for failures, only jobs that have some
 * @returns `total` counts all jobs with runs then, or with failures
 */
export async function jobsOfHour({
  ownerId,
  spans,
  metric,
  limit,
}: {
  ownerId: number;
  spans: readonly { from: number; until: number }[];
  metric: HeatMetric;
  limit: number;
}): Promise<{ jobs: JobOfHour[]; total: number }> {
  const places = spans.flatMap(quartersBetween);
  const rows = await query<JobOfHour & { total: number }>({
    client: getPool(),
    statement: {
      name: `heat-jobs-${metric}`,
      text: `
        select s.*, count(*) over ()::int as "total" from (
          select j."id", j."name", ${totals((name) => `q."${name}"[x."at"]`)}
          from "Job" j
          join "QuarterHourStat" q on q."jobId" = j."id" and q."day" = any($2::date[])
          join unnest($3::date[], $4::int2[]) as p("day", "quarter") on p."day" = q."day"
          cross join lateral (select array_position(q."quarters", p."quarter") as "at") x
          where j."ownerId" = $1 and j."deletedAt" is null and x."at" is not null
          group by j."id"
        ) s
        ${metric === 'failures' ? 'where s."failures" > 0' : ''}
        order by ${orders[metric]}, s."id" limit $5`,
    },
    values: [
      ownerId,
      [...new Set(places.map(({ day }) => day))],
      places.map(({ day }) => day),
      places.map(({ quarter }) => quarter),
      limit,
    ],
  });
  return { jobs: rows.map(({ total: _, ...job }) => job), total: rows[0]?.total ?? 0 };
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
