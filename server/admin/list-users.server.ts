import type { Tier } from '#domain/plan.ts';
import { getPool } from '#server/database/db.server.ts';
import { escapeLike } from '#server/database/escape-like.server.ts';
import type { User } from '#server/generated/client.ts';

/** An account as admins list it. */
export interface ListedUser {
  id: number;
  email: string;
  name: string | null;
  role: User['role'];
  tier: Tier;
  suspendedAt: Date | null;
  createdAt: Date;
  /** When a browser or program of it was last seen; null while none is signed in. */
  seenAt: Date | null;
  jobs: number;
  activeJobs: number;
}

interface UserQuery {
  /** In the address or a name, or an id; empty for all. */
  search: string;
  tier: Tier | null;
  role: User['role'] | null;
  isSuspended: boolean;
  page: number;
  perPage: number;
}

const columns = `
  u."id", u."email", coalesce(nullif(concat_ws(' ', u."firstName", u."lastName"), ''), u."username") as "name",
  u."role", u."tier", u."suspendedAt", u."createdAt",
  (select max(s."lastSeenAt") from "Session" s where s."userId" = u."id") as "seenAt",
  (select count(*) from "Job" j where j."ownerId" = u."id" and j."deletedAt" is null) as "jobs",
  (select count(*) from "Job" j where j."ownerId" = u."id" and j."deletedAt" is null and j."status" = 'active')
    as "activeJobs"`;

/** Accounts that are not deleted, the newest first. */
export async function listUsers({
  search,
  tier,
  role,
  isSuspended,
  page,
  perPage,
}: UserQuery): Promise<{ users: ListedUser[]; total: number }> {
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  const wanted = [`u."deletedAt" is null`];
  if (search !== '') {
    const like = value(`%${escapeLike(search)}%`);
    const names = ['email', 'firstName', 'lastName', 'username'].map((name) => `u."${name}" ilike ${like}`);
    if (/^\d{1,9}$/.test(search)) names.push(`u."id" = ${value(Number(search))}`);
    wanted.push(`(${names.join(' or ')})`);
  }
  if (tier) wanted.push(`u."tier" = ${value(tier)}::"Tier"`);
  if (role) wanted.push(`u."role" = ${value(role)}::"Role"`);
  if (isSuspended) wanted.push(`u."suspendedAt" is not null`);
  const where = wanted.join(' and ');
  const pool = getPool();
  const counted = await pool.query<{ total: number }>(
    `select count(*) as "total" from "User" u where ${where}`,
    [...values],
  );
  const window = `limit ${value(perPage)} offset ${value((page - 1) * perPage)}`;
  const { rows: users } = await pool.query<ListedUser>(
    `select ${columns} from "User" u where ${where} order by u."id" desc ${window}`,
    values,
  );
  return { users, total: counted.rows[0]?.total ?? 0 };
}

/** One account; null where there is none, or it is deleted. */
export async function findListedUser({
  userId,
}: {
  userId: number;
}): Promise<(ListedUser & { suspendReason: string | null }) | null> {
  const { rows } = await getPool().query<ListedUser & { suspendReason: string | null }>(
    `select ${columns}, u."suspendReason" from "User" u where u."id" = $1 and u."deletedAt" is null`,
    [userId],
  );
  return rows[0] ?? null;
}
