import type { Stage } from '../history/run-history.ts';
import { checkCalls } from './calls.ts';
import { readFacts } from './facts.ts';
import { checkInstants } from './instants.ts';
import { checkJobLoops } from './job-loops.ts';
import { checkOutcomes, checkStatistics, checkStreaks } from './outcomes.ts';
import { checkResidencies } from './residencies.ts';

/** Violations in a history at rest. */
export async function check(stage: Stage): Promise<string[]> {
  const facts = await readFacts(stage);
  return [
    ...facts.broken,
    ...checkJobLoops(facts),
    ...checkResidencies(facts),
    ...checkInstants(facts),
    ...checkCalls(facts),
    ...checkOutcomes(facts),
    ...checkStatistics(facts),
    ...checkStreaks(facts),
  ];
}
