import { db } from '#server/db.server.ts';

/** The tags that an owner's jobs carry, the most used ones first. */
export async function listTags({ ownerId, take }: { ownerId: number; take: number }): Promise<string[]> {
  const rows = await db().$queryRaw<{ tag: string }[]>`
    select t."tag" from "Job" j cross join lateral unnest(j."tags") t("tag")
    where j."ownerId" = ${ownerId} and j."deletedAt" is null
    group by t."tag" order by count(*) desc, t."tag" limit ${take}`;
  return rows.map(({ tag }) => tag);
}
