import { columns, int, text } from '#server/database/columns.ts';
import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

/** The open activity `keepJob` of a job's workflow. */
export interface WaitingActivity {
  jobId: number;
  runId: string;
  activityId: string;
}

const waitingStatement: Statement = {
  name: 'residency-activities',
  text: `
    select "jobId", "runId", "activityId" from "Residency"
    where "jobId" = any($1::int[]) and "activityId" is not null`,
};

/** The activities that wait for the reports of these jobs. */
export async function waitingActivities(jobIds: number[]): Promise<WaitingActivity[]> {
  return query<WaitingActivity>({ client: getPool(), statement: waitingStatement, values: [jobIds] });
}

const reported = columns<WaitingActivity>({
  jobId: int(({ jobId }) => jobId),
  runId: text(({ runId }) => runId),
  activityId: text(({ activityId }) => activityId),
});

const reportedStatement: Statement = {
  name: 'residency-reported',
  text: `
    update "Residency" r set "runId" = null, "activityId" = null
    from ${reported.unnest} as t(${reported.names})
    where r."jobId" = t."jobId" and r."runId" = t."runId" and r."activityId" = t."activityId"`,
};

/** Removes the activities whose reports have arrived; a newer activity of a job stays. */
export async function markReported(activities: WaitingActivity[]): Promise<void> {
  await query({ client: getPool(), statement: reportedStatement, values: reported.values(activities) });
}

const endStatement: Statement = {
  name: 'residency-end',
  text: `
    with mine as materialized (
      select "jobId", "activityId" from "Residency"
      where "jobId" = any($1::int[]) and "workerId" = $2::uuid
      order by "jobId" for update
    ), ended as (
      delete from "Residency" r using mine where r."jobId" = mine."jobId" and mine."activityId" is null
    )
    select "jobId" from mine where "activityId" is not null`,
};

/**
 * Ends residencies of this worker that no activity waits for.
 * @returns the ids of those that an activity waits for again
 */
export async function endResidencies({
  workerId,
  jobIds,
}: {
  workerId: string;
  jobIds: number[];
}): Promise<number[]> {
  const rows = await query<{ jobId: number }>({
    client: getPool(),
    statement: endStatement,
    values: [jobIds, workerId],
  });
  return rows.map(({ jobId }) => jobId);
}
