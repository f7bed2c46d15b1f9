import { type Client, query, type Statement } from '#server/database/transaction.server.ts';

const leaseStatement: Statement = {
  name: 'ledger-hold-lease',
  text: `
    select "id" from "Worker"
    where "id" = $1::uuid and "settledAt" is null and "leaseUntil" > clock_timestamp()
    for key share`,
};

/**
 * Reports whether this worker's lease is alive, by the database's clock. The row stays locked against a rescue until
 * the transaction ends, so a later rescue sees its claims. A renewal does not wait.
 */
export async function holdLease({
  client,
  workerId,
}: {
  client: Client;
  workerId: string;
}): Promise<boolean> {
  const rows = await query({ client, statement: leaseStatement, values: [workerId] });
  return rows.length > 0;
}
