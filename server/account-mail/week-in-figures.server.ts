import type { WeekInFigures } from '#domain/account-mail-words.ts';
import { openPool } from '#server/db.server.ts';

const mostListed = 5;

interface JobInWeek {
  name: string;
  succeeded: number;
  failed: number;
  missed: number;
  isActive: boolean;
}

/**
 * How the jobs that an account has now did in a week, from the statistics of days.
 * @param week its Monday, "2026-11-16"
 */
export async function weekInFigures({
  userId,
  week,
}: {
  userId: number;
  week: string;
}): Promise<WeekInFigures> {
  const { rows: jobs } = await openPool().query<JobInWeek>(
    `select j."name", j."status" = 'active' as "isActive",
       coalesce(sum(d."success"), 0)::float8 as "succeeded",
       coalesce(sum(d."failed" + d."superseded" + d."unknown"), 0)::float8 as "failed",
       coalesce(sum(d."missed"), 0)::float8 as "missed"
     from "Job" j
     left join "DailyStat" d on d."jobId" = j."id" and d."day" >= $2::date and d."day" < $2::date + 7
     where j."ownerId" = $1 and j."deletedAt" is null
     group by j."id" order by "failed" desc, j."id"`,
    [userId, week],
  );
  const sum = (read: (job: JobInWeek) => number) => jobs.reduce((all, job) => all + read(job), 0);
  const active = sum(({ isActive }) => Number(isActive));
  return {
    firstDay: Date.parse(`${week}T00:00:00Z`),
    succeeded: sum(({ succeeded }) => succeeded),
    failed: sum(({ failed }) => failed),
    missed: sum(({ missed }) => missed),
    worst: jobs
      .filter(({ failed }) => failed > 0)
      .slice(0, mostListed)
      .map(({ name, failed }) => ({ name, failed })),
    active,
    paused: jobs.length - active,
  };
}
