import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import { liveWorker } from './live-worker.ts';

const holdersStatement: Statement = {
  name: 'residency-holders',
  text: `select "jobId", "workerId" from "Residency" where "jobId" = any($1::int[])`,
};

/** The worker of each of these jobs: null for a free job; absent without a residency. */
export async function holdersOf(jobIds: number[]): Promise<Map<number, string | null>> {
  const rows = await query<{ jobId: number; workerId: string | null }>({
    client: getPool(),
    statement: holdersStatement,
    values: [jobIds],
  });
  return new Map(rows.map(({ jobId, workerId }) => [jobId, workerId]));
}

const ofWorkerStatement: Statement = {
  name: 'residency-of-worker',
  text: `select array_agg("jobId") as "jobIds" from "Residency" where "workerId" = $1::uuid`,
};

/** All jobs that PostgreSQL assigns to this worker. */
export async function residencesOf({ workerId }: { workerId: string }): Promise<Set<number>> {
  const [row] = await query<{ jobIds: number[] | null }>({
    client: getPool(),
    statement: ofWorkerStatement,
    values: [workerId],
  });
  return new Set(row?.jobIds ?? []);
}

const restoreStatement: Statement = {
  name: 'residency-restore',
  text: `
    with ${liveWorker}
    insert into "Residency" ("jobId", "workerId")
    select j."id", me."id" from me cross join "Job" j where j."id" = any($2::int[]) and j."deletedAt" is null
    order by j."id"
    on conflict do nothing`,
};

/** Writes missing rows of jobs that this worker holds; their activities are unknown until the next report asks Temporal. */
export async function restoreResidencies({
  workerId,
  jobIds,
}: {
  workerId: string;
  jobIds: number[];
}): Promise<void> {
  await query({ client: getPool(), statement: restoreStatement, values: [workerId, jobIds] });
}
