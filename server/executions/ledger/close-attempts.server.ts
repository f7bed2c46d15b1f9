import { columns, int, int8 } from '#server/database/columns.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import type { LedgerTx } from './ledger-tx.ts';

interface Named {
  executionId: number;
  attempt: number;
}

// Before them: $1 now, $2 the error code.
const named = columns<Named>(
  { executionId: int8(({ executionId }) => executionId), number: int(({ attempt }) => attempt) },
  { from: 3 },
);

export const closeStatement: Statement = {
  name: 'ledger-close-attempts',
  text: `
    update "Attempt" a set "endedAt" = to_timestamp($1::int8 / 1000.0), "errorCode" = $2
    from ${named.unnest} as t(${named.names})
    where a."executionId" = t."executionId" and a."number" = t."number" and a."endedAt" is null`,
};

/** Ends attempts without a known response. */
export async function closeAttempts({
  client,
  now,
  attempts,
  errorCode,
}: LedgerTx & {
  attempts: Named[];
  errorCode: string | null;
}): Promise<void> {
  const values = [now, errorCode, ...named.values(attempts)];
  await query({ client, statement: closeStatement, values });
}
