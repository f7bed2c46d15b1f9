import { AppError } from '#domain/errors.ts';
import { planOf, type RetryPlan } from '#domain/job/retry.ts';
import { db, getPool } from '#server/database/db.server.ts';
import { decryptVersions } from '#server/executions/ledger/decrypt-versions.server.ts';
import { executionColumns, type ExecutionRow } from '#server/executions/ledger/execution-columns.server.ts';
import { requireOwnedJob } from '#server/executions/ledger/require-owned-job.server.ts';
import { withEditedRequest } from '#server/executions/ledger/seal-request.server.ts';
import { decryptVariables } from '#server/executions/ledger/seal-variables.server.ts';
import type { JobSnapshot } from '#server/jobs/versions/snapshot.ts';
import { rebuildRequest, type RebuiltRequest } from '#server/outbound/request/rebuild-request.server.ts';
import type { CallHop } from '#server/outbound/types.ts';
import { decryptOrNull } from '#server/sealing/decrypt-or-null.server.ts';
import { hasSigningSecret } from '#server/signing/has-signing-secret.server.ts';

export type ExecutionDetail = ExecutionRow & {
  /** Each with the request as it was sent, secrets masked; null if a part of it was removed or cannot be decrypted. */
  attempts: (Awaited<ReturnType<typeof readAttempts>>[number] & { request: RebuiltRequest | null })[];
  /** The version that ran, with the edits of a replay. Null if either was removed or cannot be decrypted. */
  version: JobSnapshot | null;
  /** It is a replay whose request was edited for this one run. */
  isEdited: boolean;
  /** While it waits for its next attempt. */
  plan: RetryPlan | null;
  /** Values of the variables in its last request; null if it named none or they cannot be decrypted. */
  variables: Record<string, string> | null;
};

/**
 * One execution with its attempts and their responses.
 * @throws AppError not_found: no execution of this job, or the job is absent, deleted or another's
 */
export async function getExecution({
  ownerId,
  jobId,
  id,
}: {
  ownerId: number;
  jobId: number;
  id: number;
}): Promise<ExecutionDetail> {
  await requireOwnedJob({ ownerId, jobId });
  const { rows } = await getPool().query<ExecutionRow & { variables: string | null; request: string | null }>(
    {
      name: 'ledger-execution',
      text: `select ${executionColumns}, e."variables", e."request" from "Execution" e where e."id" = $1::int8 and e."jobId" = $2::int`,
      values: [id, jobId],
    },
  );
  const [found] = rows;
  if (!found) throw new AppError('not_found');
  const { request: sealed, ...execution } = found;
  const named = { jobId, version: execution.jobVersion };
  const [attempts, versionOf] = await Promise.all([readAttempts(id), decryptVersions([named])]);
  const recorded = versionOf(named);
  const version = recorded ? await editedVersion({ id, version: recorded, sealed, ownerId }) : null;
  const variables = await decryptOrNull({
    open: () => decryptVariables({ sealed: execution.variables, ownerId }),
    row: { executionId: id },
    message: 'The variables of an execution cannot be opened.',
  });
  const hasVariables = variables !== null || execution.variables === null;
  const requests = await sentRequests({
    ownerId,
    // Without their values, the variables would give a different request.
    version: hasVariables ? version : null,
    execution,
    attempts,
    variables,
  });
  return {
    ...execution,
    attempts: attempts.map((attempt, index) => ({ ...attempt, request: requests[index] ?? null })),
    version,
    isEdited: sealed !== null,
    plan: planOf({ ...execution, retryCount: version?.retryCount ?? null }),
    variables,
  };
}

/** Null if the edits cannot be decrypted: the version alone would be another request. */
async function editedVersion({
  id,
  ...edited
}: { id: number } & Parameters<typeof withEditedRequest<JobSnapshot>>[0]): Promise<JobSnapshot | null> {
  return decryptOrNull({
    open: () => withEditedRequest(edited),
    row: { executionId: id },
    message: 'The edited request of a replay cannot be opened.',
  });
}

async function readAttempts(id: number) {
  const rows = await db().attempt.findMany({
    where: { executionId: id },
    orderBy: { number: 'asc' },
    omit: { executionId: true, workerId: true },
    include: {
      body: {
        select: { headers: true, body: true, bytes: true, isTruncated: true, isBinary: true, sha256: true },
      },
    },
  });
  return rows.map(({ body, ...attempt }) => ({
    ...attempt,
    hops: attempt.hops as CallHop[] | null,
    response: body && { ...body, headers: body.headers as Record<string, string> },
  }));
}

type Rebuilt = Parameters<typeof rebuildRequest>[0];

/**
 * The request of each attempt as it was sent, secrets masked (D42); null for mails, for removed versions, and if the
 * signing secret cannot be decrypted.
 */
async function sentRequests({
  ownerId,
  version,
  execution,
  attempts,
  variables,
}: Pick<Rebuilt, 'execution' | 'variables'> & {
  ownerId: number;
  version: JobSnapshot | null;
  attempts: (Rebuilt['attempt'] & { isSigned: boolean | null })[];
}): Promise<(RebuiltRequest | null)[]> {
  if (version === null || version.type === 'email') return attempts.map(() => null);
  // Unknown for an attempt without a response: then it follows the owner's current secret.
  const isUnknown = version.isSigned && attempts.some(({ isSigned }) => isSigned === null);
  const isSignedNow = isUnknown ? await hasSigningSecret({ ownerId }) : false;
  return attempts.map((attempt) => {
    const isSigned = attempt.isSigned ?? isSignedNow;
    return isSigned === null ? null : rebuildRequest({ version, execution, attempt, variables, isSigned });
  });
}
