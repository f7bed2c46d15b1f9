import type { Outcome } from '#domain/outcome.ts';
import { columns, int, int8 } from '#server/database/columns.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';

/** An attempt and its execution as they stand when its result comes in. */
export interface RecordedRow {
  executionId: number;
  number: number;
  outcome: Outcome | null;
  retryAt: Date | null;
  startedAt: Date | null;
  isAttemptEnded: boolean;
}

interface Named {
  executionId: number;
  attempt: number;
}

const named = columns<Named>({
  executionId: int8(({ executionId }) => executionId),
  number: int(({ attempt }) => attempt),
});

export const recordedRowsStatement: Statement = {
  name: 'ledger-recorded-rows',
  text: `
    select e."id" as "executionId", a."number", e."outcome", e."retryAt", e."startedAt",
      a."endedAt" is not null as "isAttemptEnded"
    from ${named.unnest} as t(${named.names})
    join "Execution" e on e."id" = t."executionId"
    join "Attempt" a on a."executionId" = t."executionId" and a."number" = t."number"`,
};

/** By `executionId/attempt`; those of removed jobs are left out. */
export async function readRecordedRows({
  client,
  calls,
}: {
  client: Client;
  calls: Named[];
}): Promise<Map<string, RecordedRow>> {
  const rows = await query<RecordedRow>({
    client,
    statement: recordedRowsStatement,
    values: named.values(calls),
  });
  return new Map(rows.map((row) => [`${row.executionId}/${row.number}`, row]));
}
