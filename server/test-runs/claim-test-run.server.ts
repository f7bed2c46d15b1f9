import { webhookIdOf } from '#domain/ids.ts';
import type { JobInput } from '#domain/job/job.ts';
import type { Tier } from '#domain/plan.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { holdLease } from '#server/executions/claiming/hold-lease.server.ts';
import type { Admit, ClaimedCall } from '#server/executions/ledger/types.ts';
import { targetHostOf } from '#server/jobs/versions/seal-job.server.ts';
import { decryptPart } from './sealed-parts.server.ts';

export type TestClaim =
  | { kind: 'call'; call: ClaimedCall }
  /** It has ended, was removed, or its worker died with the call: no call is made. */
  | { kind: 'over' }
  /** Try again: a limit blocks it, a living worker has it, or this one has no lease. */
  | { kind: 'busy' };

// Calls of this process. After a commit with a lost response, the row has a claim of this worker that is missing here:
// the next claim pass returns it.
const dispatched = new Set<string>();

interface Row {
  ownerId: number;
  jobId: number | null;
  form: string;
  createdAt: Date;
  claimedAt: Date | null;
  workerId: string | null;
  endedAt: Date | null;
  tier: Tier;
  isSuspended: boolean;
  isWorkerAlive: boolean;
}

/**
 * Claims the one call of a test run for a worker. It is dispatched once: there is never a second call.
 *
 * @param admit reserves a concurrency slot, as for any other call
 * @throws Error of the database, or the form cannot be decrypted: try again
 */
export async function claimTestRun(ask: { workerId: string; id: string; admit: Admit }): Promise<TestClaim> {
  const isFirst = !dispatched.has(ask.id);
  try {
    return await claimIn(ask);
  } catch (error) {
    if (isFirst) dispatched.delete(ask.id);
    throw error;
  }
}

function claimIn({
  workerId,
  id,
  admit,
}: {
  workerId: string;
  id: string;
  admit: Admit;
}): Promise<TestClaim> {
  return inTransaction(async (client): Promise<TestClaim> => {
    if (!(await holdLease({ client, workerId }))) return { kind: 'busy' };
    const { rows } = await client.query<Row>(
      `select t."ownerId", t."jobId", t."form", t."createdAt", t."claimedAt", t."workerId", t."endedAt", u."tier",
         u."suspendedAt" is not null as "isSuspended",
         exists (
           select from "Worker" w
           where w."id" = t."workerId" and w."id" <> $2::uuid and w."settledAt" is null
             and w."leaseUntil" > clock_timestamp()
         ) as "isWorkerAlive"
       from "TestRun" t join "User" u on u."id" = t."ownerId" where t."id" = $1::uuid for update of t`,
      [id, workerId],
    );
    const [row] = rows;
    if (!row || row.endedAt || row.isSuspended) return { kind: 'over' };
    const isLostResponse = row.workerId === workerId && !dispatched.has(id);
    if (row.claimedAt && !isLostResponse) return { kind: row.isWorkerAlive ? 'busy' : 'over' };
    const { ownerId, jobId, tier, createdAt } = row;
    const form = decryptPart({ name: 'form', sealed: row.form, ownerId });
    const target = targetHostOf(form.webhookUrl);
    if (!admit({ jobId: jobId ?? 0, ownerId, tier, target })) return { kind: 'busy' };
    await client.query(
      `update "TestRun" set "workerId" = $2::uuid, "claimedAt" = clock_timestamp() where "id" = $1::uuid`,
      [id, workerId],
    );
    dispatched.add(id);
    const call = testCall({ id, ownerId, jobId, form, createdAt: createdAt.getTime() });
    return { kind: 'call', call };
  });
}

/** Later claims see the end in its row. */
export function forgetTestRun(id: string): void {
  dispatched.delete(id);
}

/** The call of a form: the first and only attempt of an execution the ledger does not know. */
function testCall({
  id,
  ownerId,
  jobId,
  form,
  createdAt,
}: {
  id: string;
  ownerId: number;
  jobId: number | null;
  form: JobInput;
  createdAt: number;
}): ClaimedCall {
  return {
    executionId: 0,
    attempt: 1,
    jobId: jobId ?? 0,
    ownerId,
    tier: null,
    jobVersion: 0,
    trigger: 'test',
    scheduledFor: null,
    dueAt: createdAt,
    type: form.type,
    isSigned: form.isSigned,
    followRedirects: form.followRedirects,
    lastSuccessAt: null,
    webhookId: webhookIdOf({ jobId: jobId ?? 0, scheduledFor: null, requestId: id }),
    url: form.webhookUrl,
    method: form.httpMethod,
    headers: form.headers ?? {},
    auth: form.auth,
    payload: form.payload,
    timeoutSeconds: form.timeoutSeconds,
    retryCount: 0,
    successCriterion: form.successCriterion,
    successRegex: form.successRegex,
    acceptedStatuses: form.acceptedStatuses,
    deadlineAt: null,
  };
}
