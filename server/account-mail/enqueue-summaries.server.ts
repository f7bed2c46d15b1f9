import { getPool } from '#server/database/db.server.ts';

/**
 * Enqueues the weekly summary for accounts that chose it and have a job, once.
 * @param week its Monday, "2026-11-16"
 * @param limit accounts at once
 * @returns number of emails enqueued
 */
export async function enqueueSummaries({ week, limit }: { week: string; limit: number }): Promise<number> {
  const { rowCount } = await getPool().query(
    `insert into "AccountMail" ("userId", "kind", "key")
     select u."id", 'weekly_summary', $1::text from "User" u
     where u."hasWeeklySummary" and u."suspendedAt" is null
       and exists (select from "Job" j where j."ownerId" = u."id" and j."deletedAt" is null)
       and not exists (select from "AccountMail" m
         where m."userId" = u."id" and m."kind" = 'weekly_summary' and m."key" = $1::text)
     order by u."id" limit $2
     on conflict ("userId", "kind", "key") do nothing`,
    [week, limit],
  );
  return rowCount ?? 0;
}
