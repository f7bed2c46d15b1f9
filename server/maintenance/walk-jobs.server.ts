import { getPool } from '#server/database/db.server.ts';

const jobsAtOnce = 200;

/**
 * The ids of all jobs that are not deleted, in parts of 200, in order.
 * @param after begin behind the job of this id
 */
export async function* walkJobs({
  isStopping,
  after = 0,
}: {
  isStopping: () => boolean;
  after?: number;
}): AsyncGenerator<number[]> {
  while (!isStopping()) {
    const { rows } = await getPool().query<{ id: number }>(
      `select "id" from "Job" where "id" > $1 and "deletedAt" is null order by "id" limit $2`,
      [after, jobsAtOnce],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ id }) => id);
    after = last.id;
  }
}
