import { openPool } from '#server/db.server.ts';
import { query, type Statement } from '#server/executions/transaction.server.ts';
import { quartersBetween, type HeatSums, type QuarterSums } from './heat-sums.ts';

const sums = `"quarter", "runs", "failures", "late", "latenessSumMs", "latenessMaxMs", "timed", "durationSumMs"`;
const entries = `unnest(q."quarters", q."runs", q."failures", q."late", q."latenessSumMs", q."latenessMaxMs", q."timed",
      q."durationSumMs") as k(${sums})`;

const totals = `sum(k."runs")::int as "runs", sum(k."failures")::int as "failures", sum(k."late")::int as "late",
      sum(k."latenessSumMs")::float8 as "latenessSumMs", max(k."latenessMaxMs") as "latenessMaxMs",
      sum(k."timed")::int as "timed", sum(k."durationSumMs")::float8 as "durationSumMs"`;

const jobStatement: Statement = {
  name: 'heat-of-job',
  text: `
    select q."day"::text as "day", k.* from "QuarterHourStat" q cross join lateral ${entries}
    where q."jobId" = $1 and q."day" >= $2::date`,
};

/** The statement of an account, exported for the test of its plan. */
export const ownerStatement: Statement = {
  name: 'heat-of-owner',
  text: `
    select q."day"::text as "day", k."quarter", ${totals}
    from "Job" j
    join "QuarterHourStat" q on q."jobId" = j."id" and q."day" >= $2::date
    cross join lateral ${entries}
    where j."ownerId" = $1 and j."deletedAt" is null
    group by q."day", k."quarter"`,
};

/**
 * What is counted of a job, by quarter-hours of UTC; those without a run are left out.
 * @param from UTC milliseconds; the whole UTC day that holds it is read
 */
export function jobQuarters({ jobId, from }: { jobId: number; from: number }): Promise<QuarterSums[]> {
  return query<QuarterSums>({ client: openPool(), statement: jobStatement, values: [jobId, dayOf(from)] });
}

/** The same over all jobs of an account that are not deleted. */
export function ownerQuarters({ ownerId, from }: { ownerId: number; from: number }): Promise<QuarterSums[]> {
  return query<QuarterSums>({
    client: openPool(),
    statement: ownerStatement,
    values: [ownerId, dayOf(from)],
  });
}

export type HeatMetric = 'runs' | 'failures' | 'lateness' | 'duration';

const orders: Record<HeatMetric, string> = {
  runs: `"runs" desc`,
  failures: `"failures" desc, "runs" desc`,
  lateness: `"latenessSumMs" / nullif("late", 0) desc nulls last`,
  duration: `"durationSumMs" / nullif("timed", 0) desc nulls last`,
};

export interface JobOfHour extends HeatSums {
  id: number;
  name: string;
  timeZone: string;
}

/**
 * The jobs of an account that an hour of the week concerns most.
 * @param spans the stretches of time that make up the hour, 10 at most
 * @param metric by which they are ordered; of failures only jobs that have some
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
    client: openPool(),
    statement: {
      name: `heat-jobs-${metric}`,
      text: `
        select s.*, count(*) over ()::int as "total" from (
          select j."id", j."name", j."timeZone", ${totals}
          from "Job" j
          join "QuarterHourStat" q on q."jobId" = j."id" and q."day" = any($2::date[])
          cross join lateral ${entries}
          join unnest($3::date[], $4::int2[]) as p("day", "quarter")
            on p."day" = q."day" and p."quarter" = k."quarter"
          where j."ownerId" = $1 and j."deletedAt" is null
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
