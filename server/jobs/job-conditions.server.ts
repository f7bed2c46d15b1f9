import { Prisma } from '#server/generated/client.ts';
import type { JobQuery } from '#domain/job-query.ts';

/**
 * What a query narrows a list of jobs to, as conditions on "Job" j; on "JobState" s as well where it asks for a last
 * result.
 */
export function conditionsOf({ search, filter, tag, result }: JobQuery): Prisma.Sql {
  const conditions: Prisma.Sql[] = [];
  if (search) conditions.push(Prisma.sql`and j."name" ilike ${`%${escapeLike(search)}%`}`);
  if (filter === 'active') conditions.push(Prisma.sql`and j."status" = 'active'`);
  // Drafts are listed under Paused (D8).
  if (filter === 'paused') conditions.push(Prisma.sql`and j."status" <> 'active'`);
  if (tag) conditions.push(Prisma.sql`and j."tagText" like ${`%\u001f${escapeLike(tag)}\u001f%`}`);
  if (result === 'success') conditions.push(Prisma.sql`and s."lastOutcome" = 'success'`);
  if (result === 'failed') {
    conditions.push(Prisma.sql`and s."lastOutcome" in ('failed', 'superseded', 'unknown')`);
  }
  if (result === 'never') conditions.push(Prisma.sql`and s."lastRunAt" is null`);
  return conditions.length > 0 ? Prisma.join(conditions, ' ') : Prisma.empty;
}

/** The database reads % and _ as wildcards; a name is searched as it is written. */
function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
