import { AppError } from '#domain/errors.ts';
import { errorText } from '#domain/execution.ts';
import type { JobInput } from '#domain/job/job.ts';
import { getPool } from '#server/database/db.server.ts';
import { notSent } from '#server/outbound/not-sent.server.ts';
import { rebuildRequest, type RebuiltRequest } from '#server/outbound/request/rebuild-request.server.ts';
import { decryptOrNull } from '#server/sealing/decrypt-or-null.server.ts';
import { hasSigningSecret } from '#server/signing/has-signing-secret.server.ts';
import { decryptPart } from './sealed-parts.server.ts';
import type { TestResult, TestRunView } from './types.ts';

interface Row {
  jobId: number | null;
  form: string;
  createdAt: Date;
  claimedAt: Date | null;
  sentAt: Date | null;
  endedAt: Date | null;
  result: string | null;
  isWorkerAlive: boolean;
}

/**
 * State of a test run, with its result at the end. If its worker died during the call, it is worker_lost.
 * @throws AppError not_found: absent, over a day old, another's, or its key is missing
 */
export async function getTestRun({ ownerId, id }: { ownerId: number; id: string }): Promise<TestRunView> {
  const { rows } = await getPool().query<Row>(
    `select t."jobId", t."form", t."createdAt", t."claimedAt", t."sentAt", t."endedAt", t."result",
       exists (
         select from "Worker" w
         where w."id" = t."workerId" and w."settledAt" is null and w."leaseUntil" > clock_timestamp()
       ) as "isWorkerAlive"
     from "TestRun" t where t."id"::text = $1 and t."ownerId" = $2 and t."createdAt" > now() - interval '24 hours'`,
    [id, ownerId],
  );
  const [row] = rows;
  if (!row) throw new AppError('not_found');
  const form = await opened({ id, open: () => decryptPart({ name: 'form', sealed: row.form, ownerId }) });
  const run = { id, jobId: row.jobId, createdAt: row.createdAt.getTime(), form };
  if (row.endedAt && row.result !== null) {
    const { result: sealed } = row;
    const result = await opened({ id, open: () => decryptPart({ name: 'result', sealed, ownerId }) });
    return ended({ ownerId, run, endedAt: row.endedAt.getTime(), result });
  }
  if (!row.claimedAt) return { ...run, stage: 'queued' };
  const claimedAt = row.claimedAt.getTime();
  if (row.isWorkerAlive) return { ...run, stage: 'running', claimedAt, isSent: row.sentAt !== null };
  const result = lostResult({ at: claimedAt, timeoutSeconds: form.timeoutSeconds });
  return ended({ ownerId, run, endedAt: claimedAt, result });
}

async function opened<Part>({ id, open }: { id: string; open: () => Part }): Promise<Part> {
  const part = await decryptOrNull({ open, row: { testRunId: id }, message: 'A test run cannot be opened.' });
  if (part === null)
    throw new AppError('not_found', {
      message: 'This test run can no longer be decrypted. Start another one.',
    });
  return part;
}

async function ended({
  ownerId,
  run,
  endedAt,
  result,
}: {
  ownerId: number;
  run: Pick<TestRunView, 'id' | 'jobId' | 'createdAt' | 'form'>;
  endedAt: number;
  result: TestResult;
}): Promise<TestRunView> {
  return { ...run, stage: 'ended', endedAt, result, request: await sentRequest({ ownerId, run, result }) };
}

/**
 * The request of a test run, rebuilt like that of an attempt (D42): named secrets and the signature are masked.
 * `waitMs` of the result shows if it left. Null for mails, for a request that was too large to send, and if the signing
 * secret is needed but cannot be decrypted.
 */
async function sentRequest({
  ownerId,
  run: { id, jobId, createdAt, form },
  result,
}: {
  ownerId: number;
  run: { id: string; jobId: number | null; createdAt: number; form: JobInput };
  result: TestResult;
}): Promise<RebuiltRequest | null> {
  if (form.type === 'email') return null;
  // Without a recorded signature, the current signing secret decides.
  const isSigned = result.isSigned ?? (form.isSigned ? await hasSigningSecret({ ownerId }) : false);
  if (isSigned === null) return null;
  return rebuildRequest({
    version: form,
    execution: {
      ...{ id: 0, jobId: jobId ?? 0, trigger: 'test', scheduledFor: null, requestId: id, attemptCount: 1 },
      dueAt: new Date(createdAt),
    },
    attempt: { number: 1, startedAt: new Date(result.startedAt) },
    variables: result.variables,
    isSigned,
  });
}

/** Result of a test run whose worker died while its call may have been in flight: it is not repeated. */
function lostResult({ at, timeoutSeconds }: { at: number; timeoutSeconds: number }): TestResult {
  const errorCode = 'worker_lost';
  const { detail: _, ...result } = notSent({ error: errorCode, detail: errorCode, startedAt: at });
  const verdict = errorText({ code: errorCode, statusCode: null, timeoutSeconds });
  return { ...result, endedAt: at, isSuccess: false, errorCode, verdict, variables: null };
}
