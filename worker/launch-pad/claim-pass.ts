import type { Claim } from '#server/executions/ledger/types.ts';
import type { FireBuffer } from './fire-buffer.ts';
import type { Release } from './release.ts';
import type { HeldEntry, PadSettings } from './types.ts';

const batchSize = 1000;
const passesAtOnce = 2;

interface ClaimPassParts extends Required<
  Pick<
    PadSettings,
    'now' | 'claim' | 'hasLease' | 'mayCall' | 'giveBack' | 'retryLaterMs' | 'onFirstClaim' | 'onError'
  >
> {
  buffer: FireBuffer;
  release: Release;
  /** Called when the ledger has decided a batch. */
  onEnd: () => void;
}

/** Claims fires in the ledger shortly before their instant, in batches. */
export function createClaimPass(parts: ClaimPassParts) {
  const { now, claim, hasLease, buffer, onFirstClaim, onError, onEnd } = parts;
  const settle = createSettle(parts);
  let due: HeldEntry[] = [];
  let passes = 0;
  /** For each pass in progress, the largest number of fires of one instant. */
  const herds = new Set<{ size: number }>();

  /** Takes the due fires from the buffer and claims as many as the limit of concurrent passes allows. */
  function run() {
    const ready = buffer.takeDue(now());
    if (ready.length === 0 && due.length === 0) return;
    due.push(...ready);
    // A rechecked fire is in the list twice; claimed twice, it would be busy beside its own claim.
    due = [...new Set(due)].filter((entry) => entry.state === 'held');
    if (due.length > 0 && !hasLease()) due.splice(0).forEach(buffer.recheckLater);
    while (due.length > 0 && passes < passesAtOnce) {
      due.sort((a, b) => a.order.scheduledFor - b.order.scheduledFor || a.order.jobId - b.order.jobId);
      void ask(due.splice(0, batchSize));
    }
  }

  async function ask(batch: HeldEntry[]) {
    passes += 1;
    const herd = { size: largestHerd(batch) };
    herds.add(herd);
    // One order of locks for every worker.
    batch.sort((a, b) => a.order.jobId - b.order.jobId);
    batch.forEach((entry) => (entry.state = 'claiming'));
    try {
      const claims = await claim(batch.map(({ order }) => order));
      const decidedAt = now();
      for (const entry of batch.filter(({ isDecided }) => !isDecided)) {
        entry.isDecided = true;
        onFirstClaim(entry.order.scheduledFor - decidedAt);
      }
      batch.forEach((entry, index) => settle(entry, claims[index]));
    } catch (error) {
      onError(error);
      batch.forEach((entry) => settle(entry, undefined));
    } finally {
      passes -= 1;
      herds.delete(herd);
      onEnd();
    }
  }

  return {
    run,
    /** Number of fires in current claim passes that share an instant. */
    herd: () => [...herds].reduce((sum, { size }) => sum + size, 0),
    /** Time of the next run; a batch waiting for another one has none. */
    nextAt: () => (due.length > 0 && passes < passesAtOnce ? -Infinity : buffer.nextAt()),
  };
}

/** The largest number of fires of one instant. */
function largestHerd(batch: HeldEntry[]): number {
  const sizes = new Map<number, number>();
  for (const { order } of batch) sizes.set(order.scheduledFor, (sizes.get(order.scheduledFor) ?? 0) + 1);
  return Math.max(...sizes.values());
}

/** Applies the claim of a fire; undefined if the ledger could not be reached. */
function createSettle({ mayCall, giveBack, retryLaterMs, buffer, release }: ClaimPassParts) {
  function settleBusy(entry: HeldEntry) {
    // Claimed by this worker, which then lost its lease for a moment: the claim is still valid.
    if (entry.call && mayCall(entry.call)) release.add(entry);
    else if (entry.call) buffer.recheckLater(entry);
    else waitForTurn(entry);
  }

  /** Waits for a call of its job, a limit or another worker: here, unless that takes long. */
  function waitForTurn(entry: HeldEntry) {
    entry.onWaiting();
    entry.onWaiting = () => {};
    const ms = entry.isRecheckRequested || buffer.isClosing() ? null : retryLaterMs(entry.order);
    if (ms === null) buffer.recheckLater(entry);
    else buffer.leaveAs(entry, { kind: 'retry_later', ms });
  }

  function settleClaim(entry: HeldEntry, claim: Exclude<Claim, { kind: 'busy' }>) {
    if (entry.call) giveBack(entry.call);
    entry.call = claim.kind === 'call' ? claim.call : null;
    if (entry.isDeleted) buffer.dismiss(entry);
    else if (entry.call) release.add(entry);
    else buffer.leaveAs(entry, claim);
  }

  return (entry: HeldEntry, claim: Claim | undefined) => {
    if (!claim) buffer.recheckLater(entry);
    else if (claim.kind === 'busy') settleBusy(entry);
    else settleClaim(entry, claim);
  };
}
