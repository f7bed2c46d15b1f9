import { type Client, query, type Statement } from '#server/database/transaction.server.ts';

/** A job whose incident a task changes. */
export interface IncidentJob {
  isActive: boolean;
  failureStreak: number;
  streakStartedAt: Date | null;
}

// In the order of the ledger's locks: Job, JobState, then the incident.
const lockStatement: Statement = {
  name: 'incidents-lock-job',
  text: `
    with kept as materialized (
      select "id", "status" from "Job" where "id" = $1 and "deletedAt" is null for key share
    )
    select k."status" = 'active' as "isActive", s."failureStreak", s."streakStartedAt"
    from kept k join "JobState" s on s."jobId" = k."id" for update of s`,
};

/** Blocks the writers of a job's ledger until the transaction ends; undefined for a deleted job. */
export async function lockIncidentJob({
  client,
  jobId,
}: {
  client: Client;
  jobId: number;
}): Promise<IncidentJob | undefined> {
  const [job] = await query<IncidentJob & { [column: string]: unknown }>({
    ...{ client, statement: lockStatement, values: [jobId] },
  });
  return job;
}
