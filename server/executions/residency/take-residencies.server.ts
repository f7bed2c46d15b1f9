import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import { liveWorker } from './live-worker.ts';

const takeStatement: Statement = {
  name: 'residency-take',
  text: `
    with ${liveWorker}, free as (
      select r."jobId" from me cross join "Residency" r join "JobState" s on s."jobId" = r."jobId"
      where r."workerId" is null
      order by s."nextRunAt" nulls last
      limit $2
      for update of r skip locked
    )
    update "Residency" r set "workerId" = $1::uuid
    from free where r."jobId" = free."jobId"
    returning r."jobId"`,
};

/**
 * Takes free jobs for this worker, soonest next fire first. Other workers may take others at the same time.
 * @returns the ids of the taken jobs: plan their fires; none for a worker that others have rescued
 */
export async function takeResidencies({
  workerId,
  limit,
}: {
  workerId: string;
  limit: number;
}): Promise<number[]> {
  const rows = await query<{ jobId: number }>({
    client: getPool(),
    statement: takeStatement,
    values: [workerId, limit],
  });
  return rows.map(({ jobId }) => jobId);
}
