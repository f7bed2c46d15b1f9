import { type Client, query, type Statement } from '#server/database/transaction.server.ts';

export const closeStatement: Statement = {
  name: 'ledger-close-attempts',
  text: `
    update "Attempt" a set "endedAt" = to_timestamp($1::int8 / 1000.0), "errorCode" = $4
    from unnest($2::int8[], $3::int[]) as t("executionId", "number")
    where a."executionId" = t."executionId" and a."number" = t."number" and a."endedAt" is null`,
};

/** Ends attempts without a known response. */
export async function closeAttempts({
  client,
  now,
  attempts,
  errorCode,
}: {
  client: Client;
  now: number;
  attempts: { executionId: number; attempt: number }[];
  errorCode: string | null;
}): Promise<void> {
  const values = [
    now,
    attempts.map(({ executionId }) => executionId),
    attempts.map(({ attempt }) => attempt),
    errorCode,
  ];
  await query({ client, statement: closeStatement, values });
}
