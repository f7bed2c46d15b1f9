import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

/** Updated objects: by job, or by their parts. */
export interface JobUpdate {
  jobIds: number[];
  executionIds: number[];
  notificationIds: number[];
}

/** A notification holds 8,000 bytes: 700 ids of ten digits. */
export const publishStatement: Statement = {
  name: 'live-tell-jobs',
  text: `
    select pg_notify('job_updated', t."ownerId" || ':' || t."jobs") from (
      select j."ownerId", string_agg(j."id"::text, ',') as "jobs"
      from (
        select "id", "ownerId", (row_number() over (partition by "ownerId") - 1) / 700 as "part"
        from "Job" where "id" in (
          select unnest($1::int[])
          union select "jobId" from "Execution" where "id" = any($2::int8[])
          union select "jobId" from "Notification" where "id" = any($3::int8[])
        )
      ) j
      group by j."ownerId", j."part"
    ) t`,
};

/** Publishes job updates to open pages; a lost one only costs time. */
export async function publishJobUpdates({ jobIds, executionIds, notificationIds }: JobUpdate): Promise<void> {
  await query({
    client: getPool(),
    statement: publishStatement,
    values: [jobIds, executionIds, notificationIds],
  });
}
