import type { AttemptResult, ExecutionOutcome, ExecutionReason } from '#server/executions/ledger/types.ts';

/** What an attempt makes of its execution. */
export interface DueFires {
  result: AttemptResult;
  outcome: ExecutionOutcome | null;
  reason: ExecutionReason | null;
  retryAt: number | null;
  /** Of the execution, known from its first attempt on. */
  startedAt: number;
  latenessMs: number;
}
