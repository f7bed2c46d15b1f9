import { columns, int, int8 } from '#server/database/columns.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';

export interface Advance {
  jobId: number;
  accountedUntil: number;
  nextRunAt: number | null;
}

const advances = columns<Advance>({
  jobId: int(({ jobId }) => jobId),
  accountedUntil: int8(({ accountedUntil }) => accountedUntil),
  nextRunAt: int8(({ nextRunAt }) => nextRunAt),
});

export const advanceStatement: Statement = {
  name: 'ledger-advance-states',
  text: `
    update "JobState" s set
      "accountedUntil" = greatest(s."accountedUntil", to_timestamp(t."accountedUntil" / 1000.0)),
      "nextRunAt" = to_timestamp(t."nextRunAt" / 1000.0)
    from ${advances.unnest} as t(${advances.names})
    where s."jobId" = t."jobId"`,
};

/** Moves on what is accounted for and when the job runs next, of jobs the transaction holds locked. */
export async function advanceStates({ client, jobs }: { client: Client; jobs: Advance[] }): Promise<void> {
  if (jobs.length === 0) return;
  await query({ client, statement: advanceStatement, values: advances.values(jobs) });
}
