/** A fire this long past its instant goes to a worker with a lease; the pad waits out shorter losses of the lease. */
const patienceMs = 10_000;
/** The database may be away from all workers: Temporal carries so many fires a second from one to the next. */
const leavingASecond = 20;

/** Chooses the fires to hand off from a worker without a lease: it may be the only one cut off from the database. */
export function createLeaseHandoff() {
  let second = 0;
  let left = 0;
  /** @param instant now, by the clock of `scheduledFor`; a fire allowed to go counts as gone */
  return function mayGo({ scheduledFor, instant }: { scheduledFor: number; instant: number }): boolean {
    if (instant - scheduledFor < patienceMs) return false;
    const current = Math.floor(instant / 1000);
    if (current !== second) [second, left] = [current, leavingASecond];
    left -= 1;
    return left >= 0;
  };
}
