import {
  type SearchAttributePair,
  type SearchAttributeUpdatePair,
  TypedSearchAttributes,
} from '@temporalio/common';
import { type JobLoopState, type Outcome, searchKeys } from './contract.ts';

/** What a run of a chain has last shown to operators. */
export interface Shown {
  version: number | null;
  tier: string | null;
  lastOutcome: Outcome | null;
  nextFire: number | null;
}

/** A next fire that is past for so long is shown anew; before, a job that fires each minute is left alone. */
const staleMs = 5 * 60_000;

export function shownOf({ facts, fires }: JobLoopState): Shown {
  const [next] = fires;
  return {
    version: facts?.version ?? null,
    tier: facts?.tier ?? null,
    lastOutcome: facts?.lastOutcome ?? null,
    nextFire: next?.scheduledFor ?? null,
  };
}

export function isStale({ shown, state, now }: { shown: Shown; state: JobLoopState; now: number }): boolean {
  const { version, tier, lastOutcome, nextFire } = shownOf(state);
  if (version !== shown.version || lastOutcome !== shown.lastOutcome) return true;
  if ((state.rules ?? 1) >= 3 && tier !== shown.tier) return true;
  if ((nextFire === null) !== (shown.nextFire === null)) return nextFire !== null;
  return nextFire !== null && shown.nextFire !== null && shown.nextFire + staleMs < now;
}

/** What operators see of a chain in the Temporal Web UI. */
export function memoOf({ facts, fires }: JobLoopState): Record<string, unknown> {
  const [next] = fires;
  return {
    job: facts?.name ?? null,
    cron: facts?.cron ?? null,
    zone: facts?.timeZone ?? null,
    status: facts?.status ?? null,
    nextFire: next ? new Date(next.scheduledFor).toISOString() : null,
    lastOutcome: facts?.lastOutcome ?? null,
    link: facts?.link ?? null,
  };
}

/** Whose a workflow is: what all workflows of a job are found by. */
export function belonging({ jobId, facts }: JobLoopState): SearchAttributePair[] {
  const pairs: SearchAttributePair[] = [{ key: searchKeys.jobId, value: String(jobId) }];
  if (!facts) return pairs;
  return [
    ...pairs,
    { key: searchKeys.ownerId, value: String(facts.ownerId) },
    { key: searchKeys.tier, value: facts.tier },
  ];
}

/** What operators search chains by. */
export function searchAttributesOf(state: JobLoopState): TypedSearchAttributes {
  const { facts, fires } = state;
  const [next] = fires;
  const pairs = belonging(state);
  if (facts) pairs.push({ key: searchKeys.jobState, value: facts.status });
  if (facts?.lastOutcome) pairs.push({ key: searchKeys.lastOutcome, value: facts.lastOutcome });
  if (next) pairs.push({ key: searchKeys.nextFire, value: new Date(next.scheduledFor) });
  return new TypedSearchAttributes(pairs);
}

/** The same for a run that has begun: what no longer holds is taken away. */
export function searchUpdatesOf(state: JobLoopState): SearchAttributeUpdatePair[] {
  const pairs: SearchAttributeUpdatePair[] = searchAttributesOf(state).getAll();
  return state.fires.length > 0 ? pairs : [...pairs, { key: searchKeys.nextFire, value: null }];
}
