import { getPool } from '#server/database/db.server.ts';

/** Ends a worker's lease at once: the next worker rescues the fires it still holds. */
export async function endLease({ workerId }: { workerId: string }): Promise<void> {
  await getPool().query({
    name: 'ledger-end-lease',
    text: `update "Worker" set "leaseUntil" = clock_timestamp() where "id" = $1::uuid and "settledAt" is null`,
    values: [workerId],
  });
}
