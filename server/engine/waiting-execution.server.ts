import { WorkflowNotFoundError } from '@temporalio/client';
import { AppError } from '#domain/errors.ts';
import { getPool } from '#server/database/db.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { requireOwnedJob } from '#server/executions/ledger/require-owned-job.server.ts';
import { log } from '#server/log.server.ts';
import { jobWorkflowId, type retrySignal, type stopSignal } from '#workflows/contract.ts';
import { temporalClient, withinMs } from './temporal-client.server.ts';

const limitMs = 2_000;

export interface AskedExecution {
  ownerId: number;
  jobId: number;
  executionId: number;
}

/** Where an execution waits for its next attempt. */
export interface WaitingExecution {
  executionId: number;
  /** Its attempts so far. */
  attemptCount: number;
  workflowId: string;
}

interface Row {
  outcome: string | null;
  isWaiting: boolean;
  attemptCount: number;
  workflowId: string | null;
}

/**
 * Finds an execution of this owner that waits for its next attempt.
 * @throws AppError not_found: the execution is no one's of this job, or the job is absent, deleted or another's
 * @throws AppError conflict: it waits for no attempt
 */
export async function requireWaiting({
  ownerId,
  jobId,
  executionId,
}: AskedExecution): Promise<WaitingExecution> {
  await requireOwnedJob({ ownerId, jobId });
  const { rows } = await getPool().query<Row>(
    `select "outcome", "retryAt" is not null as "isWaiting", "attemptCount", "workflowId" from "Execution"
     where "id" = $1 and "jobId" = $2`,
    [executionId, jobId],
  );
  const [row] = rows;
  if (!row) throw new AppError('not_found');
  const { outcome, isWaiting, attemptCount, workflowId } = row;
  if (outcome !== null) throw conflict('This execution has ended: no attempt is waiting.');
  if (!isWaiting) throw isUnderWay();
  // A fire is followed by its job's workflow.
  return { executionId, attemptCount, workflowId: workflowId ?? jobWorkflowId(jobId) };
}

/**
 * Sends a message to the workflow of an execution between two attempts.
 * @throws AppError conflict: no workflow has it at the moment
 * @throws AppError external_service_error: the engine does not respond
 */
export async function signalWaiting({
  executionId,
  attemptCount,
  workflowId,
  signal,
}: WaitingExecution & { signal: typeof retrySignal | typeof stopSignal }): Promise<void> {
  const handle = temporalClient().workflow.getHandle(workflowId);
  try {
    await withinMs({ ms: limitMs, call: () => handle.signal(signal, executionId, attemptCount) });
  } catch (cause) {
    // The watchdog gives the execution a new workflow within a minute and a half after its attempt was due.
    if (cause instanceof WorkflowNotFoundError)
      throw conflict('This execution is being recovered. Try again in two minutes.');
    log().warn({ executionId, ...errorFields(cause) }, 'a message was not sent');
    throw new AppError('external_service_error', {
      message: 'The engine is not responding. Try again.',
      cause,
    });
  }
}

export const isUnderWay = () => conflict('No attempt is waiting: one is under way.');

const conflict = (message: string) => new AppError('conflict', { message });
