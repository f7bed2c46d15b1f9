import { webhookIdOf } from '#domain/ids.ts';
import type { Tier } from '#domain/plan.ts';
import type { ExecutionTrigger } from '#domain/trigger.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { closeAttempts } from '#server/executions/ledger/close-attempts.server.ts';
import { decryptVersions } from '#server/executions/ledger/decrypt-versions.server.ts';
import { release } from '#server/executions/ledger/dispatched-attempts.server.ts';
import { readEditedRequests } from '#server/executions/ledger/edited-requests.server.ts';
import type { LedgerJob } from '#server/executions/ledger/job-facts.server.ts';
import type { LedgerRow } from '#server/executions/ledger/ledger-rows.server.ts';
import { lockJobs } from '#server/executions/ledger/lock-jobs.server.ts';
import { withEditedRequest } from '#server/executions/ledger/seal-request.server.ts';
import type { Claim, ClaimedCall } from '#server/executions/ledger/types.ts';
import { endExecutions } from '#server/executions/recording/end-executions.server.ts';
import type { JobSnapshot } from '#server/jobs/versions/snapshot.ts';
import { log } from '#server/log.server.ts';

/** An attempt claimed in the ledger, before its version is decrypted. */
export interface ClaimedRow {
  kind: 'claimed';
  executionId: number;
  attempt: number;
  jobId: number;
  ownerId: number;
  tier: Tier;
  jobVersion: number;
  trigger: ExecutionTrigger;
  scheduledFor: number | null;
  dueAt: number;
  requestId: string | null;
  deadlineAt: number | null;
  lastSuccessAt: number | null;
}

const undecryptableVerdict = 'Failed: the saved job cannot be decrypted with the keys of this installation.';

/**
 * Turns claimed rows into calls. Runs after the commit of the claim: if it throws, the rows are claimed without a call,
 * and the next claim pass dispatches them.
 */
export async function toClaimedCalls({
  rows,
  now,
}: {
  rows: ClaimedRow[];
  now: number;
}): Promise<(row: ClaimedRow) => Claim> {
  const [snapshotOf, edited] = await Promise.all([
    decryptVersions(rows.map(({ jobId, jobVersion }) => ({ jobId, version: jobVersion }))),
    readEditedRequests(rows.filter(isReplay).map(({ executionId }) => executionId)),
  ]);
  const calls = new Map<number, ClaimedCall>();
  const undecryptable: ClaimedRow[] = [];
  for (const row of rows) {
    const version = snapshotOf({ jobId: row.jobId, version: row.jobVersion });
    const snapshot = version && editedVersion({ row, version, sealed: edited.get(row.executionId) ?? null });
    if (snapshot) calls.set(row.executionId, toClaimedCall({ ...row, snapshot }));
    else undecryptable.push(row);
  }
  if (undecryptable.length > 0) await failUndecryptable({ rows: undecryptable, now });
  undecryptable.forEach(release);
  return (row) => {
    const call = calls.get(row.executionId);
    if (call) return { kind: 'call', call };
    return { kind: 'recorded', recorded: { executionId: row.executionId, outcome: 'failed', retryAt: null } };
  };
}

/** The call of one attempt, as the version of its execution says it. */
function toClaimedCall({
  executionId,
  attempt,
  jobId,
  ownerId,
  tier,
  jobVersion,
  trigger,
  scheduledFor,
  dueAt,
  requestId,
  deadlineAt,
  lastSuccessAt,
  snapshot,
}: Omit<ClaimedRow, 'kind'> & { snapshot: JobSnapshot }): ClaimedCall {
  return {
    executionId,
    attempt,
    jobId,
    ownerId,
    tier,
    jobVersion,
    trigger,
    scheduledFor,
    dueAt,
    type: snapshot.type,
    isSigned: snapshot.isSigned,
    followRedirects: snapshot.followRedirects,
    lastSuccessAt,
    webhookId: webhookIdOf({ jobId, scheduledFor, requestId }) ?? '',
    url: snapshot.webhookUrl,
    method: snapshot.httpMethod,
    headers: snapshot.headers ?? {},
    auth: snapshot.auth,
    payload: snapshot.payload,
    timeoutSeconds: snapshot.timeoutSeconds,
    retryCount: snapshot.retryCount,
    retryDelays: snapshot.retryDelays,
    successCriterion: snapshot.successCriterion,
    successRegex: snapshot.successRegex,
    acceptedStatuses: snapshot.acceptedStatuses,
    answerWatch: snapshot.answerWatch,
    deadlineAt,
  };
}

const isReplay = ({ trigger }: ClaimedRow) => trigger === 'replay';

/** Undefined if the edits cannot be decrypted: the version alone would be another request. */
function editedVersion({
  row: { executionId, ownerId },
  version,
  sealed,
}: {
  row: ClaimedRow;
  version: JobSnapshot;
  sealed: string | null;
}): JobSnapshot | undefined {
  try {
    return withEditedRequest({ version, sealed, ownerId });
  } catch (error) {
    log().error(
      { executionId, ...errorFields(error) },
      'The edited request of a replay cannot be decrypted.',
    );
    return undefined;
  }
}

async function failUndecryptable({ rows, now }: { rows: ClaimedRow[]; now: number }) {
  await inTransaction(async (client) => {
    const states = await lockJobs({ client, jobIds: rows.map(({ jobId }) => jobId) });
    await closeAttempts({ client, now, attempts: rows, errorCode: null });
    const completed = rows.map(({ executionId }) => ({
      id: executionId,
      outcome: 'failed' as const,
      reason: null,
      verdict: undecryptableVerdict,
    }));
    await endExecutions({ client, states, now, completed });
  });
}

/** The attempt a row in the ledger is claimed for. */
export function toClaim({
  row,
  job,
}: {
  row: LedgerRow;
  job: Pick<LedgerJob, 'ownerId' | 'tier' | 'lastSuccessAt'>;
}): ClaimedRow {
  return {
    kind: 'claimed',
    executionId: row.id,
    attempt: row.attemptCount,
    jobId: row.jobId,
    ownerId: job.ownerId,
    tier: job.tier,
    jobVersion: row.jobVersion,
    trigger: row.trigger,
    scheduledFor: row.scheduledFor?.getTime() ?? null,
    dueAt: row.dueAt.getTime(),
    requestId: row.requestId,
    deadlineAt: row.deadlineAt?.getTime() ?? null,
    lastSuccessAt: job.lastSuccessAt?.getTime() ?? null,
  };
}
