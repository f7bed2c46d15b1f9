import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { ExecutionOutcome } from '#server/executions/ledger/types.ts';

/** An attempt and its execution as they stand when its result comes in. */
export interface RecordedRow {
  executionId: number;
  number: number;
  outcome: ExecutionOutcome | null;
  retryAt: Date | null;
  startedAt: Date | null;
  isAttemptEnded: boolean;
}

export const recordedRowsStatement: Statement = {
  name: 'ledger-recorded-rows',
  text: `
    select e."id" as "executionId", a."number", e."outcome", e."retryAt", e."startedAt",
      a."endedAt" is not null as "isAttemptEnded"
    from unnest($1::int8[], $2::int[]) as t("executionId", "number")
    join "Execution" e on e."id" = t."executionId"
    join "Attempt" a on a."executionId" = t."executionId" and a."number" = t."number"`,
};

/** By `executionId/attempt`; those of removed jobs are left out. */
export async function readRecordedRows({
  client,
  calls,
}: {
  client: Client;
  calls: { executionId: number; attempt: number }[];
}): Promise<Map<string, RecordedRow>> {
  const values = [calls.map(({ executionId }) => executionId), calls.map(({ attempt }) => attempt)];
  const rows = await query<RecordedRow>({ client, statement: recordedRowsStatement, values });
  return new Map(rows.map((row) => [`${row.executionId}/${row.number}`, row]));
}
