import type { Outcome, OutcomeReason } from '#domain/outcome.ts';
import type { AttemptResult } from '#server/executions/ledger/types.ts';

/** Effect of an attempt on its execution. */
export interface AttemptVerdict {
  result: AttemptResult;
  outcome: Outcome | null;
  reason: OutcomeReason | null;
  retryAt: number | null;
  /** Start of the execution, known from its first attempt on. */
  startedAt: number;
  latenessMs: number;
}
