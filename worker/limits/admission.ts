import type { Admit, CallerFacts, ClaimedCall } from '#server/executions/ledger/types.ts';
import type { Admission } from '#server/outbound/limits/admission.server.ts';
import type { ConnectionEnd } from '#server/outbound/limits/connect-errors.server.ts';
import type { FollowResult } from '#server/outbound/types.ts';
import { createBlockedJobs } from './blocked-jobs.ts';

/** Shorter waits for a limit stay in this process. */
const shortMs = 10_000;
const retryLaterMs = 15_000;

/** Possible results of a claim with respect to the limits. */
export type GatedClaim =
  { kind: 'call'; call: ClaimedCall } | { kind: 'changed' | 'recorded' | 'busy' | 'wait' | 'over' };

/** The slot of a call in flight; `at` is the target of its host slot, null between two hosts. */
interface Place {
  facts: CallerFacts;
  at: string | null;
}

export type Gate = ReturnType<typeof createGate>;

/**
 * The limits of calls, as this worker asks them: a place is taken in the last look, and given back when the call
 * has ended or is not made after all.
 */
export function createGate({
  admission,
  now = Date.now,
  onPlace = () => {},
}: {
  admission: Admission;
  now?: () => number;
  /** Called for a job whose call waited for a free slot. */
  onPlace?: (jobId: number) => void;
}) {
  const waiting = createBlockedJobs();
  const taken = new WeakMap<ClaimedCall, Place>();
  /** Calls waiting for a slot at the host of a redirect, first come, first served. */
  const followers = new Set<() => void>();
  /** Jobs blocked by the limit of their target's domain in their last claim pass. */
  const capped = new Set<number>();

  function askFor(places: CallerFacts[]): Admit {
    return (facts) => {
      const response = admission.enter(facts);
      if (response === 'go') places.push(facts);
      if (response === 'wait') waiting.add(facts);
      else waiting.remove(facts.jobId);
      if (response === 'capped') capped.add(facts.jobId);
      else capped.delete(facts.jobId);
      return response === 'go';
    };
  }

  /** The place of a call, once: whoever asks next finds none. */
  function placeOf(call: ClaimedCall): Place | undefined {
    const place = taken.get(call);
    taken.delete(call);
    return place;
  }

  /** A call in flight holds a slot of its account: it comes before waiting ones. */
  function wakeNext(freed: { ownerId: number | null; target: string | null }): void {
    for (const retry of [...followers]) retry();
    waiting.takeNext(freed).forEach(onPlace);
  }

  function move({ place, to }: { place: Place; to: string }): 'go' | 'wait' | 'capped' {
    const { facts, at } = place;
    const result = admission.follow({ who: facts, from: at, to });
    if (result !== 'capped') place.at = result === 'go' ? to : null;
    if (at !== null && at !== place.at) wakeNext({ ownerId: null, target: at });
    return result;
  }

  return {
    /** Claims with reserved slots; those without a resulting call are given back. */
    async claim<Result extends GatedClaim | GatedClaim[]>(
      claim: (admit: Admit) => Promise<Result>,
    ): Promise<Result> {
      const places: CallerFacts[] = [];
      try {
        const response = await claim(askFor(places));
        for (const one of [response].flat()) {
          if (one.kind !== 'call') continue;
          const index = places.findIndex(({ jobId }) => jobId === one.call.jobId);
          const [facts] = index < 0 ? [] : places.splice(index, 1);
          if (facts) taken.set(one.call, { facts, at: facts.target });
        }
        return response;
      } finally {
        places.forEach(admission.cancel);
      }
    },
    /** A claimed call is not made. */
    giveBack: (call: ClaimedCall) => {
      const place = placeOf(call);
      if (place) admission.cancel(place.facts);
    },
    /**
     * Moves the slot of a request in flight to the host of a redirect, and waits while that host is full, until the
     * signal aborts: then it is `busy`. It holds no host slot meanwhile, so nobody waits for it. A test run holds no
     * slot, and proceeds at once.
     */
    async follow({
      call,
      target: to,
      signal,
    }: {
      call: ClaimedCall;
      target: string;
      signal: AbortSignal;
    }): Promise<FollowResult> {
      const place = taken.get(call);
      if (!place) return 'go';
      const first = move({ place, to });
      if (first !== 'wait') return first;
      return new Promise((resolve) => {
        const end = (result: FollowResult) => {
          followers.delete(retry);
          signal.removeEventListener('abort', onAbort);
          resolve(result);
        };
        const retry = () => {
          const result = move({ place, to });
          if (result !== 'wait') end(result);
        };
        const onAbort = () => end('busy');
        followers.add(retry);
        signal.addEventListener('abort', onAbort);
        if (signal.aborted) onAbort();
      });
    },
    leave(call: ClaimedCall, { connection }: { connection: ConnectionEnd }) {
      const place = placeOf(call);
      if (!place) return;
      const { facts, at } = place;
      admission.leave(facts, { connection, at });
      wakeNext({ ownerId: facts.ownerId, target: at });
    },
    /**
     * Delay before a rate-limited fire is retried elsewhere; null to keep it in this worker. Checked after each claim
     * pass.
     */
    retryLaterMs: ({ jobId, since }: { jobId: number; since: number }): number | null => {
      const isCapped = capped.delete(jobId);
      return isCapped && now() - since >= shortMs ? retryLaterMs : null;
    },
  };
}
