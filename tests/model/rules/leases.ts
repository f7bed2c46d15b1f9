import { type Claim, clockOf, type Facts, type Lease } from './facts.ts';

/** A claim that waits for a lock holds its worker's row against a settlement, while the time of its lease goes on. */
const lockMs = 2_000;

/** A call is claimed, and leaves, under a lease that lives. */
export function* checkLeases({
  facts,
  claim,
  at,
}: {
  facts: Facts;
  claim: Claim;
  at: number;
}): Generator<string> {
  const own = facts.leases.filter(({ workerId }) => workerId === claim.workerId);
  const isGood = (limitMs: number, from: number) => (lease: Lease) =>
    !lease.isSettled && lease.until + limitMs > from;
  if (!leasesAt(own, claim.at).some(isGood(lockMs, claim.at)))
    yield `its worker had no lease when it was claimed at ${clockOf(claim.at)}`;
  else if (!leasesAt(own, at).some(isGood(0, at))) yield 'its worker had no lease any more';
}

/** Leases possibly in force at an instant: the last one before it, and the ones it brought. */
function leasesAt(leases: Lease[], at: number): Lease[] {
  const before = leases.findLast((lease) => lease.at < at);
  return [...(before ? [before] : []), ...leases.filter((lease) => lease.at === at)];
}
