import { now as clock } from '#server/clock.server.ts';
import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

const newDays = 7;

/** The whole installation in figures (specification section 3). */
export interface AdminStats {
  users: { total: number; isNew: number };
  jobs: { total: number; active: number };
  /** That ran, of all time (D33): those of deleted jobs and removed accounts too (D32a). */
  executions: { successful: number; failed: number };
  /** Start of this web process. */
  startedAt: Date;
  uptimeMs: number;
  /** Connections of the database server, over all its clients. */
  connections: { open: number; max: number };
}

// Stored sums: the ledger itself is not read.
const statsStatement: Statement = {
  name: 'admin-stats',
  text: `
    select
      (select count(*) from "User" where "deletedAt" is null) as "users",
      (select count(*) from "User" where "deletedAt" is null
         and "createdAt" >= $1::timestamptz - make_interval(days => ${newDays})) as "newUsers",
      j."total" as "jobs", j."active" as "activeJobs", t."successful", t."failed",
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as "open",
      current_setting('max_connections')::int as "max"
    from (select count(*) as "total", count(*) filter (where "status" = 'active') as "active" from "Job"
          where "deletedAt" is null) j,
      (select (coalesce(sum(s."success"), 0) + i."removedSuccess")::int8 as "successful",
         (coalesce(sum(s."failed"), 0) + i."removedFailed")::int8 as "failed"
       from "Installation" i left join "OwnerTotal" s on true where i."id" = 1
       group by i."id") t`,
};

type Row = Record<
  'users' | 'newUsers' | 'jobs' | 'activeJobs' | 'successful' | 'failed' | 'open' | 'max',
  number
>;

/** The figures as they are now. */
export async function adminStats(): Promise<AdminStats> {
  const now = clock();
  const [row] = await query<Row>({ client: getPool(), statement: statsStatement, values: [now] });
  if (!row) throw new Error('The database did not return its figures.');
  return {
    users: { total: row.users, isNew: row.newUsers },
    jobs: { total: row.jobs, active: row.activeJobs },
    executions: { successful: row.successful, failed: row.failed },
    startedAt: new Date(Math.floor(performance.timeOrigin)),
    uptimeMs: Math.floor(performance.now()),
    connections: { open: row.open, max: row.max },
  };
}
