import { createPool } from '#server/database/db.server.ts';
import { recordClockSkew } from './record-clock-skew.server.ts';

export const leaseSeconds = 10;
/** Clocks that differ by no more are taken for one. */
const toleratedMs = 2_000;

/** What a worker holds, for who looks after it: fires of its launch pad by state, and calls that are out. */
export interface WorkerLoad {
  held: number;
  claimed: number;
  queued: number;
  callsOut: number;
}

const nothing: WorkerLoad = { held: 0, claimed: 0, queued: 0, callsOut: 0 };

/**
 * Renews a worker's lease for 10 s by the database's clock; the first call makes its row. A worker counts its own
 * validity from the moment before it calls this.
 *
 * @returns isHeld false when the lease was lost: another worker settled its claims. Go on under a new worker id.
 *   `aheadMs` is this process's clock less the database's, 0 within 2 s of each other, null when the answer was too
 *   long on its way to tell; a difference is noted in the security log
 */
export async function renewLease({
  workerId,
  load = nothing,
}: {
  workerId: string;
  load?: WorkerLoad;
}): Promise<{ isHeld: boolean; aheadMs: number | null }> {
  const askedAt = performance.now();
  const { rows } = await createPool().query<{ at: Date; isHeld: boolean }>({
    name: 'ledger-renew-lease',
    text: `
      with held as (
        insert into "Worker" as w ("id", "startedAt", "leaseUntil", "held", "claimed", "queued", "callsOut")
        values ($1::uuid, clock_timestamp(), clock_timestamp() + make_interval(secs => $2), $3, $4, $5, $6)
        on conflict ("id") do update set "leaseUntil" = excluded."leaseUntil", "held" = excluded."held",
          "claimed" = excluded."claimed", "queued" = excluded."queued", "callsOut" = excluded."callsOut"
        where w."settledAt" is null
        returning 1
      )
      select clock_timestamp() as "at", exists (select from held) as "isHeld"`,
    values: [workerId, leaseSeconds, load.held, load.claimed, load.queued, load.callsOut],
  });
  const [row] = rows;
  if (!row) throw new Error('The lease was not answered.');
  const { isHeld, at } = row;
  // The database read its clock at some time between question and answer: a slow one is no sign of a clock that is off.
  const mostMs = Date.now() - at.getTime();
  const leastMs = mostMs - (performance.now() - askedAt);
  if (leastMs >= -toleratedMs && mostMs <= toleratedMs) return { isHeld, aheadMs: 0 };
  if (leastMs <= toleratedMs && mostMs >= -toleratedMs) return { isHeld, aheadMs: null };
  void recordClockSkew({ aheadMs: mostMs });
  // Counted from the answer: whoever goes by it is late by the way back, and never early.
  return { isHeld, aheadMs: mostMs };
}
