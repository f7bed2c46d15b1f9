import { batchRequests } from '#server/database/batch-requests.server.ts';
import { columns, int, text } from '#server/database/columns.ts';
import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import { liveWorker } from './live-worker.ts';

/** An activity `keepJob` that a worker has received. */
export interface KeepRequest {
  workerId: string;
  jobId: number;
  runId: string;
  activityId: string;
}

/** `mine`: this worker holds the job; `other`: a living worker does; `gone`: the job was removed. */
export type Residence = 'mine' | 'other' | 'gone';

const claims = columns<KeepRequest>(
  {
    jobId: int(({ jobId }) => jobId),
    runId: text(({ runId }) => runId),
    activityId: text(({ activityId }) => activityId),
  },
  { from: 2 },
);

// A living worker keeps the job, and reports to the new activity.
const claimStatement: Statement = {
  name: 'residency-claim',
  text: `
    with ${liveWorker}, claimed as (
      insert into "Residency" as r ("jobId", "workerId", "runId", "activityId")
      select t."jobId", me."id", t."runId", t."activityId"
      from ${claims.unnest} as t(${claims.names})
      join "Job" j on j."id" = t."jobId"
      cross join me
      order by t."jobId"
      on conflict ("jobId") do update set
        "runId" = excluded."runId", "activityId" = excluded."activityId",
        "workerId" = coalesce((
          select w."id" from "Worker" w
          where w."id" = r."workerId" and w."settledAt" is null and w."leaseUntil" > clock_timestamp()
        ), excluded."workerId")
      returning "jobId", "workerId" = $1::uuid as "isMine"
    )
    select "jobId", "isMine" from me left join claimed on true`,
};

/**
 * Records the activity that waits for a job's report, and assigns the job to this worker unless a living one holds it.
 * Requests within 5 ms are batched.
 * @throws Error of the database, or of a worker that others have rescued: nothing is claimed, so try again
 */
export const claimResidency: (request: KeepRequest) => Promise<Residence> = batchRequests({
  waitMs: 5,
  max: 200,
  run: claimAll,
});

async function claimAll(requests: KeepRequest[]): Promise<(request: KeepRequest) => Residence> {
  const residences = new Map<string, Residence>();
  const lost = new Set<string>();
  const keyOf = ({ workerId, jobId }: Pick<KeepRequest, 'workerId' | 'jobId'>) => `${workerId}/${jobId}`;
  for (const workerId of new Set(requests.map((one) => one.workerId))) {
    // One statement may name a job once: the newest activity counts.
    const newest = new Map(
      requests.filter((one) => one.workerId === workerId).map((one) => [one.jobId, one]),
    );
    // No row: the worker itself was lost. A single row without a job: the jobs were removed.
    const rows = await query<{ jobId: number | null; isMine: boolean }>({
      client: getPool(),
      statement: claimStatement,
      values: [workerId, ...claims.values([...newest.values()])],
    });
    if (rows.length === 0) lost.add(workerId);
    for (const { jobId, isMine } of rows) {
      if (jobId !== null) residences.set(keyOf({ workerId, jobId }), isMine ? 'mine' : 'other');
    }
  }
  return (request) => {
    if (lost.has(request.workerId)) throw new Error('The worker was lost.');
    return residences.get(keyOf(request)) ?? 'gone';
  };
}
