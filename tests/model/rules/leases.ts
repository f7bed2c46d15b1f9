import { type Claim, clockOf, type Facts, type Lease } from './facts.ts';

/** A claim that waits for a lock blocks the settlement of its worker, while the lease keeps expiring. */
const lockMs = 2_000;

/** A call is claimed and sent under a valid lease. */
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
  else if (!leasesAt(own, at).some(isGood(0, at))) yield 'its worker no longer had a lease';
}

/** Leases possibly in force at an instant: the last one before it, and those of that instant. */
function leasesAt(leases: Lease[], at: number): Lease[] {
  const before = leases.findLast((lease) => lease.at < at);
  return [...(before ? [before] : []), ...leases.filter((lease) => lease.at === at)];
}
