import { type SearchAttributePair, TypedSearchAttributes } from '@temporalio/common';
import { type ChainState, searchKeys } from './contract.ts';

/** What operators see of a chain in the Temporal Web UI. */
export function memoOf({ facts, fires }: ChainState): Record<string, unknown> {
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

/** What operators search chains by. */
export function searchPairs({ jobId, facts, fires }: ChainState): SearchAttributePair[] {
  const pairs: SearchAttributePair[] = [{ key: searchKeys.jobId, value: String(jobId) }];
  const [next] = fires;
  if (facts) {
    pairs.push({ key: searchKeys.ownerId, value: String(facts.ownerId) });
    pairs.push(
      { key: searchKeys.jobState, value: facts.status },
      { key: searchKeys.tier, value: facts.tier },
    );
  }
  if (facts?.lastOutcome) pairs.push({ key: searchKeys.lastOutcome, value: facts.lastOutcome });
  if (next) pairs.push({ key: searchKeys.nextFire, value: new Date(next.scheduledFor) });
  return pairs;
}

export const searchAttributesOf = (state: ChainState) => new TypedSearchAttributes(searchPairs(state));
