import { getPool } from '#server/database/db.server.ts';

/** Exported for the test of its plan. */
export const neighboursText = `
  select
    (select p."id" from "Execution" p
      where p."jobId" = e."jobId" and p."trigger" <> 'test' and (p."dueAt", p."id") < (e."dueAt", e."id")
      order by p."dueAt" desc, p."id" desc limit 1) as "previous",
    (select n."id" from "Execution" n
      where n."jobId" = e."jobId" and n."trigger" <> 'test' and (n."dueAt", n."id") > (e."dueAt", e."id")
      order by n."dueAt", n."id" limit 1) as "next"
  from "Execution" e where e."id" = $1::int8 and e."jobId" = $2::int`;

/** The executions of a job before and after one, in the order of its history; null where it ends. */
export async function neighboursOf({
  jobId,
  id,
}: {
  jobId: number;
  id: number;
}): Promise<{ previous: number | null; next: number | null }> {
  const { rows } = await getPool().query<{ previous: number | null; next: number | null }>({
    name: 'ledger-neighbours',
    text: neighboursText,
    values: [id, jobId],
  });
  return rows[0] ?? { previous: null, next: null };
}
