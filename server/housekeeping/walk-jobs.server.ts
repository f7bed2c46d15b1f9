import { openPool } from '#server/db.server.ts';

const jobsAtOnce = 200;

/** The ids of all jobs that are not deleted, in parts. */
export async function* walkJobs({ isStopping }: { isStopping: () => boolean }): AsyncGenerator<number[]> {
  for (let after = 0; !isStopping();) {
    const { rows } = await openPool().query<{ id: number }>(
      `select "id" from "Job" where "id" > $1 and "deletedAt" is null order by "id" limit $2`,
      [after, jobsAtOnce],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ id }) => id);
    after = last.id;
  }
}
