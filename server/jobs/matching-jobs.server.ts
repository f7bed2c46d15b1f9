import { db } from '#server/db.server.ts';
import { Prisma } from '#server/generated/client.ts';
import type { JobQuery, JobSort } from '#domain/job-query.ts';

/**
 * Ids of an owner's jobs that a query matches, in its order, and how many match in all.
 * @param skip and take a window of what matches
 */
export async function matchingJobs({
  ownerId,
  query,
  skip = 0,
  take,
}: {
  ownerId: number;
  query: JobQuery;
  skip?: number;
  take: number;
}): Promise<{ ids: number[]; matching: number }> {
  const from = Prisma.sql`
    from "Job" j left join "JobState" s on s."jobId" = j."id"
    where j."ownerId" = ${ownerId} and j."deletedAt" is null ${conditionsOf(query)}`;
  const [rows, counted] = await Promise.all([
    db().$queryRaw<{ id: number }[]>`
      select j."id" ${from} order by ${orderOf(query)}, j."id" limit ${take} offset ${skip}`,
    db().$queryRaw<{ matching: bigint }[]>`select count(*) as "matching" ${from}`,
  ]);
  return { ids: rows.map(({ id }) => id), matching: Number(counted[0]?.matching ?? 0) };
}

function conditionsOf({ search, filter, tag, result }: JobQuery): Prisma.Sql {
  const conditions: Prisma.Sql[] = [];
  if (search) conditions.push(Prisma.sql`and j."name" ilike ${`%${escapeLike(search)}%`}`);
  if (filter === 'active') conditions.push(Prisma.sql`and j."status" = 'active'`);
  // Drafts are listed under Paused (D8).
  if (filter === 'paused') conditions.push(Prisma.sql`and j."status" <> 'active'`);
  if (tag) conditions.push(Prisma.sql`and ${tag} = any(j."tags")`);
  if (result === 'success') conditions.push(Prisma.sql`and s."lastOutcome" = 'success'`);
  if (result === 'failed') {
    conditions.push(Prisma.sql`and s."lastOutcome" in ('failed', 'superseded', 'unknown')`);
  }
  if (result === 'never') conditions.push(Prisma.sql`and s."lastRunAt" is null`);
  return conditions.length > 0 ? Prisma.join(conditions, ' ') : Prisma.empty;
}

// A next run counts only where it is shown: on active jobs.
const columns: Record<JobSort, Prisma.Sql> = {
  name: Prisma.sql`lower(j."name")`,
  type: Prisma.sql`j."type"::text`,
  last: Prisma.sql`s."lastRunAt"`,
  next: Prisma.sql`case when j."status" = 'active' then s."nextRunAt" end`,
  status: Prisma.sql`j."status"`,
};

/** What has no value stands last, whichever way. */
function orderOf({ sort, isDescending }: JobQuery): Prisma.Sql {
  return Prisma.sql`${columns[sort]} ${isDescending ? Prisma.sql`desc` : Prisma.sql`asc`} nulls last`;
}

/** The database reads % and _ as wildcards; a name is searched as it is written. */
function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
