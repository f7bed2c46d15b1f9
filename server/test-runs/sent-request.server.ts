import type { JobInput } from '#domain/job/job.ts';
import { rebuildRequest, type RebuiltRequest } from '#server/outbound/request/rebuild-request.server.ts';
import { hasSigningSecret } from '#server/signing/has-signing-secret.server.ts';
import type { TestResult } from './types.ts';

/**
 * The request of a test run, rebuilt like that of an attempt (D42): named secrets and the signature are masked. It is
 * the same whether or not it left: `waitMs` of the result says so. Null for mails, for a request that was too large to
 * send, and if the signing secret cannot be decrypted.
 */
export async function sentRequest({
  ownerId,
  run: { id, jobId, createdAt, form },
  result,
}: {
  ownerId: number;
  run: { id: string; jobId: number | null; createdAt: number; form: JobInput };
  result: TestResult;
}): Promise<RebuiltRequest | null> {
  if (form.type === 'email') return null;
  // Without a response, it follows the current secret of its owner.
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
