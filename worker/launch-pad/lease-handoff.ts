/** A fire whose instant is so long past goes to a worker that may call; shorter losses of the lease are waited out. */
const patienceMs = 10_000;
/** The database may be away from all workers: Temporal carries so many fires a second from one to the next. */
const leavingASecond = 20;

/** Which fires of a worker without a lease leave it: it may be the only one that the database cannot be reached from. */
export function createLeaseHandoff() {
  let second = 0;
  let left = 0;
  /** @param instant now, by the clock of `scheduledFor`; a fire that may go counts as gone */
  return function mayGo({ scheduledFor, instant }: { scheduledFor: number; instant: number }): boolean {
    if (instant - scheduledFor < patienceMs) return false;
    const current = Math.floor(instant / 1000);
    if (current !== second) [second, left] = [current, leavingASecond];
    left -= 1;
    return left >= 0;
  };
}
