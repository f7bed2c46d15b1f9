import { openPool } from '#server/db.server.ts';

export const leaseSeconds = 10;

/**
 * Renews a worker's lease for 10 s by the database's clock; the first call makes its row. A worker counts its own
 * validity from the moment before it calls this.
 *
 * @returns isHeld false when the lease was lost: another worker settled its claims. Go on under a new worker id.
 */
export async function renewLease({ workerId }: { workerId: string }): Promise<{ isHeld: boolean }> {
  const { rowCount } = await openPool().query({
    name: 'ledger-renew-lease',
    text: `
      insert into "Worker" as w ("id", "startedAt", "leaseUntil")
      values ($1::uuid, clock_timestamp(), clock_timestamp() + make_interval(secs => $2))
      on conflict ("id") do update set "leaseUntil" = excluded."leaseUntil" where w."settledAt" is null`,
    values: [workerId, leaseSeconds],
  });
  return { isHeld: rowCount === 1 };
}
