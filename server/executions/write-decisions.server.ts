import { type Advance, advanceStates } from './advance-states.server.ts';
import type { Decision, JobDecisions } from './decide-fires.server.ts';
import { endExecutions } from './end-executions.server.ts';
import { insertFires, type InsertedFire, type NewFire } from './insert-fires.server.ts';
import type { LockedState } from './lock-jobs.server.ts';
import type { JobFacts } from './job-facts.server.ts';
import type { ClaimedRow } from './open-calls.server.ts';
import { claimedAgain } from './claimed-again.server.ts';
import { countEnds } from './count-ends.server.ts';
import type { Client } from './transaction.server.ts';
import type { Claim, HeldFire } from './types.ts';
import { writeMissed } from './write-missed.server.ts';

export interface DecidedJob extends JobDecisions {
  job: JobFacts;
}

/** Writes what the last look decided, in the transaction that holds the jobs locked, and answers each fire. */
export async function writeDecisions({
  client,
  states,
  workerId,
  now,
  decided,
}: {
  client: Client;
  states: LockedState[];
  workerId: string;
  now: number;
  decided: DecidedJob[];
}): Promise<Map<HeldFire, Claim | ClaimedRow>> {
  await writeMissed({
    client,
    states,
    jobs: decided.map(({ job, missed }) => ({ jobId: job.jobId, rows: missed })),
    now,
  });
  const superseded = decided.flatMap((one) => one.superseded);
  const ends = superseded.map(({ id }) => ({
    id,
    outcome: 'superseded' as const,
    reason: null,
    verdict: null,
  }));
  await endExecutions({ client, states, now, ends });

  const fires = decided.flatMap(({ decisions }) => decisions.flatMap(({ decision }) => fireOf(decision)));
  const inserted = await insertFires({ client, workerId, now, fires });
  const ids = new Map(inserted.map((row) => [keyOf(row.jobId, row.scheduledFor.getTime()), row]));
  const skipped = fires.filter((fire) => fire.end && ids.has(keyOf(fire.jobId, fire.scheduledFor)));
  await countEnds({ client, states, ends: skipped.map((fire) => skippedEnd({ fire, now })) });
  const advances = decided.flatMap(({ advance }): Advance[] => (advance ? [advance] : []));
  await advanceStates({ client, jobs: advances });

  return new Map(
    decided.flatMap(({ job, decisions }) =>
      decisions.map(({ held, decision }) => [held, claimOf({ decision, job, ids })] as const),
    ),
  );
}

const keyOf = (jobId: number, at: number) => `${jobId}|${at}`;

function fireOf(decision: Decision): NewFire[] {
  return decision.kind === 'row' ? [decision.fire] : [];
}

function skippedEnd({ fire, now }: { fire: NewFire; now: number }) {
  return {
    jobId: fire.jobId,
    at: fire.scheduledFor,
    outcome: fire.end?.outcome ?? 'skipped',
    startedAt: null,
    endedAt: now,
    durationMs: null,
    latenessMs: null,
    statusCode: null,
  };
}

function claimOf({
  decision,
  job,
  ids,
}: {
  decision: Decision;
  job: JobFacts;
  ids: Map<string, InsertedFire>;
}): Claim | ClaimedRow {
  if (decision.kind === 'answer') return decision.claim;
  if (decision.kind === 'again') return claimedAgain({ row: decision.row, job });
  const { fire } = decision;
  const row = ids.get(keyOf(fire.jobId, fire.scheduledFor));
  // Its row came in by another way than a claim (an import of history): the next look reads it.
  if (!row) return { kind: 'busy' };
  if (fire.end)
    return { kind: 'recorded', recorded: { executionId: row.id, outcome: fire.end.outcome, retryAt: null } };
  return {
    kind: 'claimed',
    executionId: row.id,
    attempt: 1,
    jobId: job.jobId,
    ownerId: job.ownerId,
    jobVersion: fire.version,
    trigger: fire.trigger,
    scheduledFor: fire.scheduledFor,
    dueAt: fire.scheduledFor,
    requestId: null,
    deadlineAt: fire.deadlineAt ?? null,
    lastSuccessAt: job.lastSuccessAt?.getTime() ?? null,
  };
}
