import type { Outcome, OutcomeReason } from '#domain/outcome.ts';
import type { AttemptResult } from '#server/executions/ledger/types.ts';

/** What an attempt makes of its execution. */
export interface AttemptVerdict {
  result: AttemptResult;
  outcome: Outcome | null;
  reason: OutcomeReason | null;
  retryAt: number | null;
  /** Of the execution, known from its first attempt on. */
  startedAt: number;
  latenessMs: number;
}
