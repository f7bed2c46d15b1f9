import { setTimeout as sleep } from 'node:timers/promises';
import type { ActivityDeps } from './deps.ts';

const againMs = 1_000;

/**
 * Asks the ledger until it has an answer: each second while the database is away, another worker has the
 * attempt, or this one has no lease.
 * @throws Error when the worker goes down or the activity is cancelled
 */
export async function claimSoon<Claim extends { kind: string }>({
  deps,
  claim,
  until,
}: {
  deps: Pick<ActivityDeps, 'isClosing' | 'hasLease' | 'onFault'>;
  claim: () => Promise<Claim>;
  until: AbortSignal;
}): Promise<Exclude<Claim, { kind: 'busy' }>> {
  for (;;) {
    if (deps.isClosing()) throw new Error('The worker is shutting down.');
    if (deps.hasLease()) {
      try {
        const claimed = await claim();
        if (isDecided(claimed)) return claimed;
      } catch (error) {
        deps.onFault(error);
      }
    }
    await sleep(againMs, undefined, { signal: until });
  }
}

function isDecided<Claim extends { kind: string }>(claim: Claim): claim is Exclude<Claim, { kind: 'busy' }> {
  return claim.kind !== 'busy';
}
