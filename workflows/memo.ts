import {
  type SearchAttributePair,
  type SearchAttributeUpdatePair,
  TypedSearchAttributes,
} from '@temporalio/common';
import type { Outcome } from '#domain/outcome.ts';
import { minuteMs } from '#domain/time/units.ts';
import { type JobLoopState, searchKeys } from './contract.ts';
import { nearMs } from './next-step.ts';

/** Values last shown to operators by a run. */
export interface Shown {
  version: number | null;
  tier: string | null;
  lastOutcome: Outcome | null;
  nextFire: number | null;
  isResident: boolean;
}

/** A next fire this long past is updated; for less, jobs that fire each minute would write too often. */
const staleMs = 5 * minuteMs;

export function shownOf(state: JobLoopState): Shown {
  const { facts, fires } = state;
  const [next] = fires;
  return {
    version: facts?.version ?? null,
    tier: facts?.tier ?? null,
    lastOutcome: facts?.lastOutcome ?? null,
    nextFire: next?.scheduledFor ?? null,
    isResident: residentSinceOf(state) !== null,
  };
}

/** A job that a worker holds for a single fire is not shown as resident: that would be one more write per fire. */
function residentSinceOf({ residentSince, fires: [first, second] }: JobLoopState): number | null {
  const staysOn = first && second && second.scheduledFor - first.scheduledFor < nearMs;
  return staysOn ? residentSince : null;
}

export function isMemoStale({
  shown,
  state,
  now,
}: {
  shown: Shown;
  state: JobLoopState;
  now: number;
}): boolean {
  const { version, tier, lastOutcome, nextFire, isResident } = shownOf(state);
  if (version !== shown.version || lastOutcome !== shown.lastOutcome) return true;
  if (tier !== shown.tier || isResident !== shown.isResident) return true;
  if ((nextFire === null) !== (shown.nextFire === null)) return nextFire !== null;
  return nextFire !== null && shown.nextFire !== null && shown.nextFire + staleMs < now;
}

/** Memo in the Temporal Web UI, for operators. */
export function memoOf(state: JobLoopState): Record<string, unknown> {
  const { facts, fires } = state;
  const [next] = fires;
  const residentSince = residentSinceOf(state);
  return {
    job: facts?.name ?? null,
    cron: facts?.cron ?? null,
    zone: facts?.timeZone ?? null,
    status: facts?.status ?? null,
    nextFire: next ? new Date(next.scheduledFor).toISOString() : null,
    lastOutcome: facts?.lastOutcome ?? null,
    residentSince: residentSince === null ? null : new Date(residentSince).toISOString(),
    link: facts?.link ?? null,
  };
}

/** Owner and job of a workflow: the attributes that find all workflows of a job. */
function belonging({ jobId, facts }: JobLoopState): SearchAttributePair[] {
  const pairs: SearchAttributePair[] = [{ key: searchKeys.jobId, value: String(jobId) }];
  if (!facts) return pairs;
  return [
    ...pairs,
    { key: searchKeys.ownerId, value: String(facts.ownerId) },
    { key: searchKeys.tier, value: facts.tier },
  ];
}

/** Search attributes for operators. */
export function searchAttributesOf(state: JobLoopState): TypedSearchAttributes {
  const { facts, fires } = state;
  const [next] = fires;
  const pairs = belonging(state);
  if (facts) pairs.push({ key: searchKeys.jobState, value: facts.status });
  if (facts?.lastOutcome) pairs.push({ key: searchKeys.lastOutcome, value: facts.lastOutcome });
  if (next) pairs.push({ key: searchKeys.nextFire, value: new Date(next.scheduledFor) });
  return new TypedSearchAttributes(pairs);
}

/** The same for a started run: outdated ones are removed. */
export function searchUpdatesOf(state: JobLoopState): SearchAttributeUpdatePair[] {
  const pairs: SearchAttributeUpdatePair[] = searchAttributesOf(state).getAll();
  return state.fires.length > 0 ? pairs : [...pairs, { key: searchKeys.nextFire, value: null }];
}
