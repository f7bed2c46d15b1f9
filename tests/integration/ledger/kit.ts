import { randomUUID } from 'node:crypto';
import type { JobInput } from '#domain/job/job.ts';
import { firesBetween, nextFires } from '#domain/schedule/schedule.ts';
import { db, type Tx } from '#server/database/db.server.ts';
import { claimFires } from '#server/executions/claiming/claim-fires.server.ts';
import { renewLease } from '#server/executions/leases/renew-lease.server.ts';
import type {
  Admit,
  AttemptResult,
  Claim,
  ClaimedCall,
  HeldFire,
  RunClaim,
} from '#server/executions/ledger/types.ts';
import { setNextRun } from '#server/executions/planning/set-next-run.server.ts';
import type { Job, User } from '#server/generated/client.ts';
import { saveVersion } from '#server/jobs/versions/save-version.server.ts';
import { aSavedJob } from '../makers.ts';

export const schedule = { nextFires, firesBetween };
export const minuteMs = 60_000;
/** An instant in the past that all tests count from, on the hour. */
export const noon = Date.parse('2026-03-02T12:00:00Z');

/** A worker with a living lease, which a slow machine does not outlast. */
export async function aWorker(): Promise<string> {
  const workerId = randomUUID();
  await renewLease({ workerId });
  await db().$executeRaw`
    update "Worker" set "leaseUntil" = clock_timestamp() + interval '1 hour' where "id" = ${workerId}::uuid`;
  return workerId;
}

/** Lets the worker's lease expire, as after a kill of its process. */
export async function loseLease(workerId: string): Promise<void> {
  await db().$executeRaw`
    update "Worker" set "leaseUntil" = clock_timestamp() - interval '1 second' where "id" = ${workerId}::uuid`;
}

/** A minutely job with a ledger complete up to `accountedUntil` and no change since long before. */
export async function aLedgerJob({
  accountedUntil = noon - minuteMs,
  ...given
}: Partial<JobInput> & { owner?: User; accountedUntil?: number } = {}): Promise<Job> {
  const job = await aSavedJob({ cronExpression: '* * * * *', ...given });
  const [next = null] = job.cronExpression
    ? nextFires({ cron: job.cronExpression, timeZone: job.timeZone, after: accountedUntil, count: 1 })
    : [];
  await db().jobVersion.updateMany({
    where: { jobId: job.id },
    data: { changedAt: new Date(accountedUntil - 60 * minuteMs) },
  });
  await db().jobState.update({
    where: { jobId: job.id },
    data: {
      accountedUntil: new Date(accountedUntil),
      nextRunAt: next !== null && job.status === 'active' ? new Date(next) : null,
    },
  });
  return job;
}

type Change = { job: Job; changedAt: number } & Partial<
  Pick<Job, 'status' | 'cronExpression' | 'pausedUntil' | 'retryCount'>
>;

/** Saves a change as the job screens do, in force from `changedAt` on. */
export async function changeJob(change: Change): Promise<Job> {
  return db().$transaction((tx) => changeIn({ tx, ...change }));
}

/** The same inside a transaction of the test's own. */
export async function changeIn({ tx, job, changedAt, ...columns }: Change & { tx: Tx }): Promise<Job> {
  await tx.$queryRaw`select "id" from "Job" where "id" = ${job.id} for update`;
  const saved = await tx.job.update({
    where: { id: job.id },
    data: { ...columns, desiredVersion: { increment: 1 } },
  });
  await saveVersion({ tx, job: saved, changedById: saved.ownerId, summary: 'schedule' });
  await setNextRun({ tx, job: saved });
  await tx.jobVersion.update({
    where: { jobId_version: { jobId: job.id, version: saved.desiredVersion } },
    data: { changedAt: new Date(changedAt) },
  });
  return saved;
}

export function aHeldFire({
  jobId,
  scheduledFor = noon,
}: {
  jobId: number;
  scheduledFor?: number;
}): HeldFire {
  return { jobId, scheduledFor };
}

/** The activity of a run or a further attempt. */
export function aRef(jobId: number) {
  return { workflowId: `job/${jobId}`, runId: randomUUID(), activityId: '1' };
}

/** Claims one fire shortly before its instant. */
export async function claimOne({
  workerId,
  jobId,
  scheduledFor = noon,
  now = scheduledFor - 300,
  admit = () => true,
}: {
  workerId: string;
  jobId: number;
  scheduledFor?: number;
  now?: number;
  admit?: Admit;
}): Promise<Claim> {
  const fires = [aHeldFire({ jobId, scheduledFor })];
  const [claim] = await claimFires({ workerId, now, fires, schedule, admit });
  if (!claim) throw new Error('No claim was answered.');
  return claim;
}

export function callIn(claim: RunClaim): ClaimedCall {
  if (claim.kind !== 'call') throw new Error(`Expected a call, got ${JSON.stringify(claim)}`);
  return claim.call;
}

/** Result of a call: a response of 200 by default. */
export function aResult({
  call,
  statusCode = 200,
  startedAt = call.dueAt + 5,
  tookMs = 40,
  retryAt = null,
  body = 'ok',
}: {
  call: ClaimedCall;
  statusCode?: number;
  startedAt?: number;
  tookMs?: number;
  retryAt?: number | null;
  body?: string;
}): AttemptResult {
  const isSuccess = statusCode < 300;
  const endedAt = startedAt + tookMs;
  return {
    call,
    startedAt,
    endedAt,
    isSuccess,
    errorCode: isSuccess ? null : 'status_rejected',
    verdict: isSuccess ? 'Success: the response was 200.' : `Failed: the response was ${statusCode}.`,
    variables: null,
    retryAt,
    result: {
      response: {
        statusCode,
        headers: { 'content-type': 'text/plain' },
        body,
        bytes: body.length,
        isTruncated: false,
        isBinary: false,
        sha256: null,
      },
      error: null,
      detail: null,
      explanation: null,
      startedAt,
      endedAt,
      phases: { dnsMs: 1.5, connectMs: 2, tlsMs: 3, waitMs: 30, downloadMs: 1 },
      isReused: false,
      remoteAddress: '203.0.113.7',
      tlsProtocol: 'TLSv1.3',
    },
  };
}

/** The ledger of a job, oldest first. */
export async function ledgerOf(jobId: number) {
  const rows = await db().execution.findMany({
    where: { jobId },
    orderBy: [{ dueAt: 'asc' }, { id: 'asc' }],
    include: { attempts: { orderBy: { number: 'asc' } } },
  });
  return rows.map((row) => ({ ...row, id: Number(row.id), at: row.scheduledFor?.getTime() ?? null }));
}

export async function stateOf(jobId: number) {
  return db().jobState.findUniqueOrThrow({ where: { jobId } });
}
