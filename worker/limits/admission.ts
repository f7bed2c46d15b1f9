import type { Admit, ClaimedCall } from '#server/executions/ledger/types.ts';
import type { CallerFacts, FollowResult } from '#server/outbound/types.ts';
import type { Admission } from '#server/outbound/limits/admission.server.ts';
import type { ConnectionEnd } from '#server/outbound/limits/connect-errors.server.ts';
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

interface FollowedCall {
  call: ClaimedCall;
  target: string;
  signal: AbortSignal;
}

interface GateSettings {
  admission: Admission;
  now?: () => number;
  /** Called with a job whose call waited for a slot that is free now. */
  onPlace?: (jobId: number) => void;
}

/**
 * The limits of calls in this worker: a claim pass takes a slot, which is released when the call has ended or is not
 * made after all.
 */
export function createGate({ admission, now = Date.now, onPlace = () => {} }: GateSettings) {
  const waiting = createBlockedJobs();
  const taken = createTakenPlaces();
  const followers = createFollowers();
  /** Jobs blocked by the limit of their target's domain in their last claim pass. */
  const capped = new Set<number>();

  function enter(facts: CallerFacts): boolean {
    const response = admission.enter(facts);
    if (response === 'wait') waiting.add(facts);
    else waiting.remove(facts.jobId);
    if (response === 'capped') capped.add(facts.jobId);
    else capped.delete(facts.jobId);
    return response === 'go';
  }

  /** A call in flight holds a slot of its account: it comes before waiting ones. */
  function wakeNext(freed: { ownerId: number | null; target: string | null }): void {
    followers.retryAll();
    waiting.takeNext(freed).forEach(onPlace);
  }

  function move(place: Place, to: string): FollowAttempt {
    const { facts, at } = place;
    const result = admission.follow({ who: facts, from: at, to });
    if (result !== 'capped') place.at = result === 'go' ? to : null;
    if (at !== null && at !== place.at) wakeNext({ ownerId: null, target: at });
    return result;
  }

  return {
    claim: <Result extends GatedClaim | GatedClaim[]>(claim: (admit: Admit) => Promise<Result>) =>
      claimWithPlaces({ claim, enter, taken, cancel: admission.cancel }),
    /** A claimed call is not made. */
    giveBack: (call: ClaimedCall) => {
      const place = taken.remove(call);
      if (place) admission.cancel(place.facts);
    },
    /**
     * Moves the slot of a request in flight to the host of a redirect, and waits while that host is full, until the
     * signal aborts: then it is `busy`. It holds no host slot meanwhile, so it delays no other call. A test run holds
     * no slot, and proceeds at once.
     */
    follow({ call, target, signal }: FollowedCall): Promise<FollowResult> {
      const place = taken.get(call);
      if (!place) return Promise.resolve('go');
      return followers.untilMoved({ attempt: () => move(place, target), signal });
    },
    leave(call: ClaimedCall, { connection }: { connection: ConnectionEnd }) {
      const place = taken.remove(call);
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

/** The slots of calls that are claimed or in flight. */
function createTakenPlaces() {
  const places = new WeakMap<ClaimedCall, Place>();
  return {
    get: (call: ClaimedCall) => places.get(call),
    add: (call: ClaimedCall, facts: CallerFacts) => places.set(call, { facts, at: facts.target }),
    /** Returns a reserved slot once. */
    remove(call: ClaimedCall): Place | undefined {
      const place = places.get(call);
      places.delete(call);
      return place;
    },
  };
}

/** Claims with reserved slots, and releases those that did not become a call. */
async function claimWithPlaces<Result extends GatedClaim | GatedClaim[]>({
  claim,
  enter,
  taken,
  cancel,
}: {
  claim: (admit: Admit) => Promise<Result>;
  enter: (facts: CallerFacts) => boolean;
  taken: ReturnType<typeof createTakenPlaces>;
  cancel: (facts: CallerFacts) => void;
}): Promise<Result> {
  const inFlight: CallerFacts[] = [];
  try {
    const response = await claim((facts) => {
      const isAdmitted = enter(facts);
      if (isAdmitted) inFlight.push(facts);
      return isAdmitted;
    });
    for (const one of [response].flat()) {
      if (one.kind !== 'call') continue;
      const index = inFlight.findIndex(({ jobId }) => jobId === one.call.jobId);
      const [facts] = index < 0 ? [] : inFlight.splice(index, 1);
      if (facts) taken.add(one.call, facts);
    }
    return response;
  } finally {
    inFlight.forEach(cancel);
  }
}

type FollowAttempt = 'go' | 'wait' | 'capped';

/** Calls that wait for a slot at the host of a redirect, in order of arrival. */
function createFollowers() {
  const retries = new Set<() => void>();
  return {
    retryAll: () => [...retries].forEach((retry) => retry()),
    /** Tries until the attempt no longer waits; `busy` once the signal aborts. */
    untilMoved({
      attempt,
      signal,
    }: {
      attempt: () => FollowAttempt;
      signal: AbortSignal;
    }): Promise<FollowResult> {
      const first = attempt();
      if (first !== 'wait') return Promise.resolve(first);
      return new Promise((resolve) => {
        const end = (result: FollowResult) => {
          retries.delete(retry);
          signal.removeEventListener('abort', onAbort);
          resolve(result);
        };
        const retry = () => {
          const result = attempt();
          if (result !== 'wait') end(result);
        };
        const onAbort = () => end('busy');
        retries.add(retry);
        signal.addEventListener('abort', onAbort);
        if (signal.aborted) onAbort();
      });
    },
  };
}
