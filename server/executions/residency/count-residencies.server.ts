import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

const freeStatement: Statement = {
  name: 'residency-free-count',
  text: `
    select (select count(*)::int from "Residency" where "workerId" is null) as "free",
      (select count(*)::int from "Worker"
       where "leaseUntil" > clock_timestamp() and "settledAt" is null and not "isLeaving") as "workers",
      (select coalesce(sum("residents"), 0)::int from "Worker"
       where "leaseUntil" > clock_timestamp() and "settledAt" is null) as "held"`,
};

/**
 * Numbers for the balance between workers: free jobs, all jobs (those of the workers as of their last renewals), and
 * live workers that are not shutting down.
 */
export async function countResidencies(): Promise<{ free: number; all: number; workers: number }> {
  const [row] = await query<{ free: number; workers: number; held: number }>({
    client: getPool(),
    statement: freeStatement,
    values: [],
  });
  const { free = 0, workers = 0, held = 0 } = row ?? {};
  return { free, workers, all: free + held };
}
