import { getPool } from '#server/database/db.server.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';

const leaveStatement: Statement = {
  name: 'residency-leave',
  text: `
    with leaving as (
      update "Worker" set "isLeaving" = true where "id" = $1::uuid
    )
    update "Residency" set "workerId" = null where "workerId" = $1::uuid`,
};

/** Frees all jobs of a worker that is shutting down: the others take them. */
export async function leaveResidencies({ workerId }: { workerId: string }): Promise<void> {
  await query({ client: getPool(), statement: leaveStatement, values: [workerId] });
}

const someStatement: Statement = {
  name: 'residency-free',
  text: `update "Residency" set "workerId" = null where "jobId" = any($1::int[]) and "workerId" = $2::uuid`,
};

/** Frees some jobs of a worker that holds more than its share. */
export async function freeResidencies({
  workerId,
  jobIds,
}: {
  workerId: string;
  jobIds: number[];
}): Promise<void> {
  await query({ client: getPool(), statement: someStatement, values: [jobIds, workerId] });
}

const lostStatement: Statement = {
  name: 'residency-lost',
  text: `
    update "Residency" set "workerId" = null
    where "jobId" in (
      select "jobId" from "Residency"
      where "workerId" = any($1::uuid[]) or "jobId" = any($2::int[])
      order by "jobId" for update
    )`,
};

/**
 * Frees the jobs of lost workers, and jobs with a lost call to repeat: the worker that takes them settles what is open.
 * Runs in the transaction that settles the workers.
 */
export async function freeLostResidencies({
  client,
  workerIds,
  jobIds,
}: {
  client: Client;
  workerIds: string[];
  jobIds: number[];
}): Promise<void> {
  await query({ client, statement: lostStatement, values: [workerIds, jobIds] });
}
