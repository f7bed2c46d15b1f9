import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

const tagsStatement: Statement = {
  name: 'job-tags',
  text: `
    select t."tag" from (
      select j."tagText", count(*) as "jobs" from "Job" j
      where j."ownerId" = $1 and j."deletedAt" is null and j."tagText" <> ''
      group by j."tagText"
    ) s cross join lateral string_to_table(trim(both chr(31) from s."tagText"), chr(31)) t("tag")
    group by t."tag" order by sum(s."jobs") desc, t."tag" limit $2`,
};

/**
 * The tags an owner's jobs carry, the most used ones first. An index holds each set of tags once for all jobs that
 * carry it, as text between separators.
 */
export async function listTags({ ownerId, take }: { ownerId: number; take: number }): Promise<string[]> {
  const rows = await query<{ tag: string }>({
    client: getPool(),
    statement: tagsStatement,
    values: [ownerId, take],
  });
  return rows.map(({ tag }) => tag);
}
