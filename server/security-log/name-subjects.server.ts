import { getPool } from '#server/database/db.server.ts';

/** An account as the security log names it; one that was deleted has no address. */
interface NamedAccount {
  id: number;
  email: string;
  isDeleted: boolean;
}

/** Names for the ids of the security log; ids of deleted things are left out. */
export interface EventNames {
  accounts: Map<number, NamedAccount>;
  jobs: Map<number, { id: number; name: string; ownerId: number }>;
  keys: Map<number, { id: number; name: string; userId: number }>;
}

/** Looks up the names of accounts, jobs and API keys; owners of the jobs and keys among the accounts. */
export async function nameSubjects({
  accountIds,
  jobIds,
  keyIds,
}: {
  accountIds: number[];
  jobIds: number[];
  keyIds: number[];
}): Promise<EventNames> {
  const pool = getPool();
  const [jobs, keys] = await Promise.all([
    pool.query<{ id: number; name: string; ownerId: number }>(
      `select "id", "name", "ownerId" from "Job" where "id" = any($1::int[])`,
      [jobIds],
    ),
    pool.query<{ id: number; name: string; userId: number }>(
      `select "id", "name", "userId" from "ApiKey" where "id" = any($1::int[])`,
      [keyIds],
    ),
  ]);
  const owners = [...jobs.rows.map(({ ownerId }) => ownerId), ...keys.rows.map(({ userId }) => userId)];
  const accounts = await pool.query<NamedAccount>(
    `select "id", case when "deletedAt" is null then "email" else '' end as "email",
       "deletedAt" is not null as "isDeleted" from "User" where "id" = any($1::int[])`,
    [[...accountIds, ...owners]],
  );
  const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));
  return { accounts: byId(accounts.rows), jobs: byId(jobs.rows), keys: byId(keys.rows) };
}
