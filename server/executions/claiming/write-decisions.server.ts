import { type Advance, advanceStates } from '#server/executions/ledger/advance-states.server.ts';
import {
  type InsertedFire,
  insertFires,
  type NewFire,
} from '#server/executions/ledger/insert-fires.server.ts';
import type { LedgerJob } from '#server/executions/ledger/job-facts.server.ts';
import type { LockedTx } from '#server/executions/ledger/lock-jobs.server.ts';
import {
  startQueuedExecutions,
  type Unqueued,
} from '#server/executions/ledger/start-queued-executions.server.ts';
import type { Claim, HeldFire } from '#server/executions/ledger/types.ts';
import { writeMissed } from '#server/executions/planning/write-missed.server.ts';
import {
  endExecutions,
  type ExecutionCompletion,
} from '#server/executions/recording/end-executions.server.ts';
import { recordCompletions } from '#server/executions/recording/record-completions.server.ts';
import type { JobDecisions } from './decide-fires.server.ts';
import type { Decision } from './overlap-policy.server.ts';
import { type ClaimedRow, toClaim } from './to-claimed-calls.server.ts';

export interface DecidedJob extends JobDecisions {
  job: LedgerJob;
}

/**
 * Writes the decisions of the claim pass, in the transaction that holds the jobs locked, and returns the result of each
 * fire. If a displaced execution auto-pauses the job, its fire is not called.
 */
export async function writeDecisions({
  client,
  states,
  workerId,
  now,
  decided: asked,
}: LockedTx & {
  workerId: string;
  decided: DecidedJob[];
}): Promise<Map<HeldFire, Claim | ClaimedRow>> {
  await writeMissed({
    client,
    states,
    jobs: asked.map(({ job, missed }) => ({ jobId: job.jobId, rows: missed })),
    now,
  });
  const displaced = asked.flatMap((one) => one.displaced);
  const paused = new Set(await endExecutions({ client, states, now, completed: displaced }));
  const decided = asked.map((one) => (paused.has(one.job.jobId) ? withheld(one) : one));
  const made = decided.flatMap(({ job, decisions }) => decisions.map(({ decision }) => ({ job, decision })));
  const completed = made.flatMap(({ decision }) => (decision.kind === 'end' ? [decision.end] : []));
  await endExecutions({ client, states, now, completed });
  const rows = made.flatMap(unqueuedOf);
  await startQueuedExecutions({ client, workerId, now, rows });

  const fires = made.flatMap(({ decision }) => (decision.kind === 'row' ? [decision.fire] : []));
  const advances = decided.flatMap(({ advance }): Advance[] =>
    advance ? [paused.has(advance.jobId) ? { ...advance, nextRunAt: null } : advance] : [],
  );
  const [inserted] = await Promise.all([
    insertFires({ client, workerId, now, fires }),
    advanceStates({ client, jobs: advances }),
  ]);
  const ids = new Map(inserted.map((row) => [keyOf(row.jobId, row.scheduledFor.getTime()), row]));
  const skipped = fires.filter((fire) => fire.end && ids.has(keyOf(fire.jobId, fire.scheduledFor)));
  const skippedEnds = skipped.map((fire) =>
    skippedEnd({ fire, id: ids.get(keyOf(fire.jobId, fire.scheduledFor))?.id ?? 0, now }),
  );
  await recordCompletions({ client, states, completed: skippedEnds });

  return new Map(
    decided.flatMap(({ job, decisions }) =>
      decisions.map(({ held, decision }) => [held, claimOf({ decision, job, ids })] as const),
    ),
  );
}

/** Withdraws the call of a decided job. */
function withheld(one: DecidedJob): DecidedJob {
  const end = { outcome: 'skipped', reason: 'owner' } as const;
  const decisions = one.decisions.map(({ held, decision }) => {
    if (decision.kind === 'row' && !decision.fire.end)
      return { held, decision: { ...decision, fire: { ...decision.fire, isQueued: false, end } } };
    if (decision.kind !== 'start') return { held, decision };
    const ended: Decision = { kind: 'end', end: { id: decision.row.id, verdict: null, ...end } };
    return { held, decision: ended };
  });
  return { ...one, decisions };
}

const keyOf = (jobId: number, at: number) => `${jobId}|${at}`;

function unqueuedOf({ job, decision }: { job: LedgerJob; decision: Decision }): Unqueued[] {
  if (decision.kind !== 'start') return [];
  return [{ executionId: decision.row.id, jobVersion: job.version, ref: null }];
}

function endedAs({ id, outcome }: Pick<ExecutionCompletion, 'id' | 'outcome'>): Claim {
  return { kind: 'recorded', recorded: { executionId: id, outcome, retryAt: null } };
}

function skippedEnd({ fire, id, now }: { fire: NewFire; id: number; now: number }) {
  return {
    executionId: id,
    jobId: fire.jobId,
    trigger: fire.trigger,
    at: fire.scheduledFor,
    outcome: fire.end?.outcome ?? 'skipped',
    reason: fire.end?.reason ?? null,
    startedAt: null,
    endedAt: now,
    durationMs: null,
    latenessMs: null,
    statusCode: null,
    errorCode: null,
  };
}

function claimOf({
  decision,
  job,
  ids,
}: {
  decision: Decision;
  job: LedgerJob;
  ids: Map<string, InsertedFire>;
}): Claim | ClaimedRow {
  if (decision.kind === 'claim') return decision.claim;
  if (decision.kind === 'again') return toClaim({ row: decision.row, job });
  if (decision.kind === 'start')
    return toClaim({ row: { ...decision.row, jobVersion: job.version, attemptCount: 1 }, job });
  if (decision.kind === 'end') return endedAs(decision.end);
  const { fire } = decision;
  const row = ids.get(keyOf(fire.jobId, fire.scheduledFor));
  // Its row was not written by a claim (an import of history): the next claim pass reads it.
  if (!row || fire.isQueued) return { kind: 'busy' };
  if (fire.end) return endedAs({ id: row.id, outcome: fire.end.outcome });
  return {
    kind: 'claimed',
    executionId: row.id,
    attempt: 1,
    jobId: job.jobId,
    ownerId: job.ownerId,
    tier: job.tier,
    jobVersion: fire.version,
    trigger: fire.trigger,
    scheduledFor: fire.scheduledFor,
    dueAt: fire.scheduledFor,
    requestId: null,
    deadlineAt: fire.deadlineAt ?? null,
    lastSuccessAt: job.lastSuccessAt?.getTime() ?? null,
  };
}
