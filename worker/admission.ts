import type { Admit, CallerFacts, ClaimedCall } from '#server/executions/types.ts';
import type { Admission } from '#server/outbound/admission.server.ts';
import type { ConnectionEnd } from '#server/outbound/connect-errors.server.ts';
import { openWaitingRoom } from './waiting-room.ts';

/** Shorter waits for a limit stay in this process. */
const shortMs = 10_000;
const putOffMs = 15_000;

/** What a claim may answer, as far as its place is concerned. */
export type GatedClaim =
  { kind: 'call'; call: ClaimedCall } | { kind: 'changed' | 'recorded' | 'busy' | 'wait' | 'over' };

export type Gate = ReturnType<typeof openGate>;

/**
 * The limits of calls, as this worker asks them: a place is taken in the last look, and given back when the call
 * has ended or is not made after all.
 */
export function openGate({
  admission,
  now = Date.now,
  onPlace = () => {},
}: {
  admission: Admission;
  now?: () => number;
  /** Told of a job whose call waited for a place that has come free. */
  onPlace?: (jobId: number) => void;
}) {
  const waiting = openWaitingRoom();
  const taken = new WeakMap<ClaimedCall, CallerFacts>();
  /** Jobs whose last look met the limit of their target's domain. */
  const capped = new Set<number>();

  function askFor(places: CallerFacts[]): Admit {
    return (facts) => {
      const answer = admission.enter(facts);
      if (answer === 'go') places.push(facts);
      if (answer === 'wait') waiting.add(facts);
      else waiting.remove(facts.jobId);
      if (answer === 'capped') capped.add(facts.jobId);
      else capped.delete(facts.jobId);
      return answer === 'go';
    };
  }

  /** The place of a call, once: whoever asks next finds none. */
  function placeOf(call: ClaimedCall): CallerFacts | undefined {
    const facts = taken.get(call);
    taken.delete(call);
    return facts;
  }

  return {
    /** Claims with places in hand; those of what did not become a call are given back. */
    async claim<Answer extends GatedClaim | GatedClaim[]>(
      claim: (admit: Admit) => Promise<Answer>,
    ): Promise<Answer> {
      const places: CallerFacts[] = [];
      try {
        const answer = await claim(askFor(places));
        for (const one of [answer].flat()) {
          if (one.kind !== 'call') continue;
          const index = places.findIndex(({ jobId }) => jobId === one.call.jobId);
          const [facts] = index < 0 ? [] : places.splice(index, 1);
          if (facts) taken.set(one.call, facts);
        }
        return answer;
      } finally {
        places.forEach(admission.cancel);
      }
    },
    /** A claimed call is not made. */
    giveBack: (call: ClaimedCall) => {
      const facts = placeOf(call);
      if (facts) admission.cancel(facts);
    },
    /** Tells if a request in flight may follow a redirect to a target. A test run, which holds no place, always may. */
    follow(call: ClaimedCall, target: string): boolean {
      const facts = taken.get(call);
      return facts === undefined || admission.follow(facts, target);
    },
    leave(call: ClaimedCall, end: { connection: ConnectionEnd }) {
      const facts = placeOf(call);
      if (!facts) return;
      admission.leave(facts, end);
      waiting.takeNext(facts).forEach(onPlace);
    },
    /**
     * How long what has waited for the limit of a domain since an instant waits on outside this process; null while
     * it may stay. Asked after each look.
     */
    putOffMs: ({ jobId, since }: { jobId: number; since: number }): number | null => {
      const isCapped = capped.delete(jobId);
      return isCapped && now() - since >= shortMs ? putOffMs : null;
    },
  };
}
