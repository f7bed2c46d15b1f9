import { type Client, query, type Statement } from '#server/database/transaction.server.ts';

export interface Advance {
  jobId: number;
  accountedUntil: number;
  nextRunAt: number | null;
}

export const advanceStatement: Statement = {
  name: 'ledger-advance-states',
  text: `
    update "JobState" s set
      "accountedUntil" = greatest(s."accountedUntil", to_timestamp(t."accountedUntil" / 1000.0)),
      "nextRunAt" = to_timestamp(t."nextRunAt" / 1000.0)
    from unnest($1::int[], $2::int8[], $3::int8[]) as t("jobId", "accountedUntil", "nextRunAt")
    where s."jobId" = t."jobId"`,
};

/** Moves on what is accounted for and when the job runs next, of jobs the transaction holds locked. */
export async function advanceStates({ client, jobs }: { client: Client; jobs: Advance[] }): Promise<void> {
  if (jobs.length === 0) return;
  const values = [
    jobs.map(({ jobId }) => jobId),
    jobs.map(({ accountedUntil }) => accountedUntil),
    jobs.map(({ nextRunAt }) => nextRunAt),
  ];
  await query({ client, statement: advanceStatement, values });
}
