import { getPool } from '#server/database/db.server.ts';

/** Position of a task that walks through whole tables, as its last run left it; null before the first one. */
export async function readTaskWalk<Walk>(name: string): Promise<Walk | null> {
  const { rows } = await getPool().query<{ walk: string | null }>(
    `select "walk" from "MaintenanceTask" where "name" = $1`,
    [name],
  );
  return rows[0]?.walk ? (JSON.parse(rows[0].walk) as Walk) : null;
}

/** Keeps the position of a task for its next run. */
export async function writeTaskWalk({ name, walk }: { name: string; walk: object }): Promise<void> {
  await getPool().query(
    `insert into "MaintenanceTask" ("name", "startedAt", "walk") values ($1, clock_timestamp(), $2)
     on conflict ("name") do update set "walk" = excluded."walk"`,
    [name, JSON.stringify(walk)],
  );
}
