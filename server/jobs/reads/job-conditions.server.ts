import type { JobQuery } from '#domain/job/job-query.ts';
import { escapeLike } from '#server/database/escape-like.server.ts';
import { Prisma } from '#server/generated/client.ts';

interface Owned {
  ownerId: number;
  query: JobQuery;
}

/** Filters of a job list, as conditions on "Job" j. */
export function conditionsOf({ ownerId, query }: Owned): Prisma.Sql {
  const conditions = [
    ...textConditions({ ownerId, query }),
    ...resultConditions({ ownerId, query, id: Prisma.sql`j."id"` }),
  ];
  if (query.filter === 'active') conditions.push(Prisma.sql`and j."status" = 'active'`);
  // Drafts are listed under Paused (D8).
  if (query.filter === 'paused') conditions.push(Prisma.sql`and j."status" <> 'active'`);
  return joined(conditions);
}

/**
 * Conditions on ids, such as those in the order of the next run: each is a set of ids from a single index, so an index
 * is walked beside them and left as soon as a window is full.
 * @param id the column
 */
export function idConditions({ ownerId, query, id }: Owned & { id: Prisma.Sql }): Prisma.Sql {
  const ownJobs = Prisma.sql`select j."id" from "Job" j where j."ownerId" = ${ownerId}`;
  const texts = textConditions({ ownerId, query });
  const conditions = [
    outside({ id, ids: Prisma.sql`${ownJobs} and j."deletedAt" is not null` }),
    ...resultConditions({ ownerId, query, id }),
  ];
  if (texts.length > 0)
    conditions.push(among({ id, ids: Prisma.sql`${ownJobs} and j."deletedAt" is null ${joined(texts)}` }));
  return joined(conditions);
}

/** Without paused jobs and drafts: only active jobs have a next run that is shown. */
export const notIdle = ({ ownerId, id }: { ownerId: number; id: Prisma.Sql }) =>
  outside({ id, ids: idleJobs({ ownerId }) });

export const idleJobs = ({ ownerId }: { ownerId: number }) => Prisma.sql`
  select j."id" from "Job" j
  where j."ownerId" = ${ownerId} and j."deletedAt" is null and j."status" <> 'active'`;

function textConditions({ ownerId, query: { search, isWide, tag } }: Owned): Prisma.Sql[] {
  const conditions: Prisma.Sql[] = [];
  const part = `%${escapeLike(search)}%`;
  if (search && !isWide) conditions.push(Prisma.sql`and j."name" ilike ${part}`);
  if (search && isWide) {
    conditions.push(
      Prisma.sql`and (j."name" ilike ${part} or j."targetHost" ilike ${part} or j."tagText" ilike ${part})`,
    );
  }
  if (tag) {
    // First the sets of tags with this one: many jobs share each.
    conditions.push(Prisma.sql`
      and j."tagText" <> '' and j."tagText" = any(array(
        select distinct t."tagText" from "Job" t
        where t."ownerId" = ${ownerId} and t."deletedAt" is null and t."tagText" <> ''
          and t."tagText" like ${`%\u001f${escapeLike(tag)}\u001f%`}))`);
  }
  return conditions;
}

function resultConditions({ ownerId, query, id }: Owned & { id: Prisma.Sql }): Prisma.Sql[] {
  if (query.result === 'all') return [];
  return [among({ id, ids: Prisma.sql`select r."jobId" ${fromResults({ ownerId, query })}` })];
}

/** All jobs of a last result. */
export const fromResults = ({ ownerId, query }: Owned) => Prisma.sql`
  from "JobResult" r where r."ownerId" = ${ownerId} and r."result" = ${query.result}::"LastResult"`;

// The test of truth keeps the planner from a join, and with it from looking up job by job.
const among = ({ id, ids }: { id: Prisma.Sql; ids: Prisma.Sql }) => Prisma.sql`
  and (${id} in (${ids})) is true`;
const outside = ({ id, ids }: { id: Prisma.Sql; ids: Prisma.Sql }) => Prisma.sql`
  and (${id} in (${ids})) is not true`;

const joined = (conditions: Prisma.Sql[]) =>
  conditions.length > 0 ? Prisma.join(conditions, ' ') : Prisma.empty;
