import { getPool } from '#server/database/db.server.ts';
import { recordClockSkew } from './record-clock-skew.server.ts';

export const leaseSeconds = 10;
/** Tolerated difference of two clocks. */
const toleratedMs = 2_000;

/** Load of a worker: fires of its launch pad by state, calls in flight, and jobs that it holds. */
export interface WorkerLoad {
  held: number;
  claimed: number;
  queued: number;
  callsOut: number;
  residents: number;
}

const nothing: WorkerLoad = { held: 0, claimed: 0, queued: 0, callsOut: 0, residents: 0 };

/**
 * Renews a worker's lease for 10 s by the database's clock; the first call creates its row. A worker counts its own
 * validity from the moment before this call.
 *
 * @returns isHeld false if the lease was lost: another worker settled its claims. Continue under a new worker id.
 *   `aheadMs` is this process's clock less the database's, 0 within 2 s of each other, null if the response took too
 *   long; a difference is recorded in the security log
 */
export async function renewLease({
  workerId,
  load = nothing,
}: {
  workerId: string;
  load?: WorkerLoad;
}): Promise<{ isHeld: boolean; aheadMs: number | null }> {
  const askedAt = performance.now();
  const { rows } = await getPool().query<{ at: Date; isHeld: boolean }>({
    name: 'ledger-renew-lease',
    text: `
      with held as (
        insert into "Worker" as w ("id", "startedAt", "leaseUntil", "held", "claimed", "queued", "callsOut",
          "residents")
        values ($1::uuid, clock_timestamp(), clock_timestamp() + make_interval(secs => $2), $3, $4, $5, $6, $7)
        on conflict ("id") do update set "leaseUntil" = excluded."leaseUntil", "held" = excluded."held",
          "claimed" = excluded."claimed", "queued" = excluded."queued", "callsOut" = excluded."callsOut",
          "residents" = excluded."residents"
        where w."settledAt" is null
        returning 1
      )
      select clock_timestamp() as "at", exists (select from held) as "isHeld"`,
    values: [workerId, leaseSeconds, load.held, load.claimed, load.queued, load.callsOut, load.residents],
  });
  const [row] = rows;
  if (!row) throw new Error('The lease renewal got no response.');
  const { isHeld, at } = row;
  // The database read its clock between request and response: a slow response is no sign of clock skew.
  const mostMs = Date.now() - at.getTime();
  const leastMs = mostMs - (performance.now() - askedAt);
  if (leastMs >= -toleratedMs && mostMs <= toleratedMs) return { isHeld, aheadMs: 0 };
  if (leastMs <= toleratedMs && mostMs >= -toleratedMs) return { isHeld, aheadMs: null };
  void recordClockSkew({ aheadMs: mostMs });
  // Counted from the response: late by its travel time, and never early.
  return { isHeld, aheadMs: mostMs };
}
