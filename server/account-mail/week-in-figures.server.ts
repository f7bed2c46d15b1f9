import type { WeekInFigures } from '#domain/notifications/account-mail-words.ts';
import { getPool } from '#server/database/db.server.ts';

const mostListed = 5;

/**
 * Figures of an account's current jobs in a week, from the daily statistics.
 * @param week its Monday, "2026-11-16"
 */
export async function weekInFigures({
  userId,
  week,
}: {
  userId: number;
  week: string;
}): Promise<WeekInFigures> {
  const { rows } = await getPool().query<Omit<WeekInFigures, 'firstDay'>>(
    `with jobs as (
       select j."id", j."name", j."status" = 'active' as "isActive",
         coalesce(sum(d."success"), 0)::float8 as "succeeded",
         coalesce(sum(d."failed" + d."superseded" + d."unknown"), 0)::float8 as "failed",
         coalesce(sum(d."missed"), 0)::float8 as "missed"
       from "Job" j
       left join "DailyStat" d on d."jobId" = j."id" and d."day" >= $2::date and d."day" < $2::date + 7
       where j."ownerId" = $1 and j."deletedAt" is null
       group by j."id"
     ), worst as (
       select "id", "name", "failed" from jobs where "failed" > 0 order by "failed" desc, "id" limit $3
     )
     select coalesce(sum("succeeded"), 0) as "succeeded", coalesce(sum("failed"), 0) as "failed",
       coalesce(sum("missed"), 0) as "missed",
       count(*) filter (where "isActive") as "active", count(*) filter (where not "isActive") as "paused",
       (select coalesce(json_agg(json_build_object('name', w."name", 'failed', w."failed")
          order by w."failed" desc, w."id"), '[]') from worst w) as "worst"
     from jobs`,
    [userId, week, mostListed],
  );
  const [sums] = rows;
  if (!sums) throw new Error('The figures of a week are one row.');
  return { firstDay: Date.parse(`${week}T00:00:00Z`), ...sums };
}
