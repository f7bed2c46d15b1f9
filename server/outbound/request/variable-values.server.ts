import type { ClaimedCall } from '#server/executions/ledger/types.ts';

/** Facts of an attempt as its request states them. Instants are UTC milliseconds. */
export interface VariableFacts {
  executionId: number;
  attempt: number;
  jobId: number;
  trigger: ClaimedCall['trigger'];
  /** scheduledFor, else the time of the run's request. */
  dueAt: number;
  lastSuccessAt: number | null;
  /** When the request is made. */
  at: number;
}

/** The variables of a request other than secrets (D41); instants in ISO 8601, UTC. */
export function variableValues({
  executionId,
  attempt,
  jobId,
  trigger,
  dueAt,
  lastSuccessAt,
  at,
}: VariableFacts): Record<string, string> {
  return {
    scheduled_for: new Date(dueAt).toISOString(),
    now: new Date(at).toISOString(),
    execution_id: String(executionId),
    attempt: String(attempt),
    job_id: String(jobId),
    trigger,
    last_success_at: lastSuccessAt === null ? '' : new Date(lastSuccessAt).toISOString(),
  };
}
