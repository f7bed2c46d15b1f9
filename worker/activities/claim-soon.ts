import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '#worker/background/clock.ts';
import { leaveToOthers, retryLater, shuttingDown, waitForTurn } from './activity-failures.ts';
import type { ActivityDeps } from './deps.ts';

const againMs = 1_000;
/** A lease lost for this long may be a problem of this worker alone. */
const patienceMs = 10_000;

/**
 * Repeats a claim until it has a result: each second while the database is down, another worker has the attempt, or
 * this one has no lease.
 * @throws Error if the worker stops or has no lease for long, the activity is cancelled, a limit blocks it for long, or
 *   `longestMs` are over
 */
export async function claimSoon<Claim extends { kind: string }>({
  deps,
  claim,
  jobId = null,
  longestMs = Infinity,
  until,
}: {
  deps: Pick<ActivityDeps, 'isClosing' | 'hasLease' | 'gate' | 'onError'>;
  claim: () => Promise<Claim>;
  /** Job of the limits to wait for. */
  jobId?: number | null;
  /** Limit of the repetitions; then Temporal dispatches the activity again. */
  longestMs?: number;
  /** Ends the waiting. */
  until?: AbortSignal | undefined;
}): Promise<Exclude<Claim, { kind: 'busy' }>> {
  const since = now();
  let heldAt = since;
  for (;;) {
    if (deps.isClosing()) throw shuttingDown();
    if (deps.hasLease()) {
      heldAt = now();
      try {
        const claimed = await claim();
        if (isDecided(claimed)) return claimed;
      } catch (error) {
        deps.onError(error);
      }
      const ms = jobId === null ? null : deps.gate.retryLaterMs({ jobId, since });
      if (ms !== null) throw retryLater(ms);
      if (now() - since >= longestMs) throw waitForTurn();
    } else if (now() - heldAt >= patienceMs) throw leaveToOthers();
    await sleep(againMs, undefined, { ...(until && { signal: until }) });
  }
}

function isDecided<Claim extends { kind: string }>(claim: Claim): claim is Exclude<Claim, { kind: 'busy' }> {
  return claim.kind !== 'busy';
}
