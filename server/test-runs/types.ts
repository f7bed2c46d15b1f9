import type { JobInput } from '#domain/job/job.ts';
import type { AttemptResult } from '#server/executions/ledger/types.ts';
import type { RebuiltRequest } from '#server/outbound/request/rebuild-request.server.ts';
import type { CallResult } from '#server/outbound/types.ts';

/** Sealed result of a test run: the exchange with its phases, and the verdict. */
export interface TestResult
  extends
    Omit<CallResult, 'detail'>,
    Pick<AttemptResult, 'isSuccess' | 'errorCode' | 'verdict' | 'variables'> {}

/**
 * Queued until a worker takes it, running while its call is in flight (sent once its request has left), ended with a
 * result. Instants are UTC milliseconds.
 */
export type TestRunView = { id: string; jobId: number | null; createdAt: number; form: JobInput } & (
  | { stage: 'queued' }
  | { stage: 'running'; claimedAt: number; isSent: boolean }
  | { stage: 'ended'; endedAt: number; result: TestResult; request: RebuiltRequest | null }
);
