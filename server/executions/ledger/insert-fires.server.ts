import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { ActivityRef, ExecutionOutcome, ExecutionReason } from './types.ts';

/** A row to insert: a claimed or queued fire (no outcome yet), or a fire that does not run, with its reason. */
export interface NewFire {
  jobId: number;
  trigger: 'schedule' | 'catch_up';
  scheduledFor: number;
  version: number;
  isQueued: boolean;
  end: { outcome: ExecutionOutcome; reason: ExecutionReason | null; verdict?: string } | null;
  ref?: ActivityRef;
  deadlineAt?: number | null;
  missedUntil?: number | null;
  missedCount?: number | null;
}

export interface InsertedFire {
  id: number;
  jobId: number;
  scheduledFor: Date;
}

export const insertStatement: Statement = {
  name: 'ledger-insert-fires',
  text: `
    with given as (
      select * from unnest($3::int[], $4::text[], $5::int8[], $6::int[], $7::text[], $8::text[], $9::text[],
        $10::text[], $11::text[], $12::text[], $13::int8[], $14::int8[], $15::int[],
        $16::bool[])
        as t("jobId", "trigger", "at", "version", "outcome", "reason", "verdict", "workflowId", "runId",
          "activityId", "deadlineAt", "missedUntil", "missedCount", "isClaimed")
    ), made as (
      insert into "Execution" ("jobId", "trigger", "scheduledFor", "dueAt", "jobVersion", "outcome", "reason",
        "verdict", "workerId", "workflowId", "runId", "activityId", "claimedAt", "endedAt", "attemptCount",
        "deadlineAt", "missedUntil", "missedCount")
      select "jobId", "trigger"::"Trigger", to_timestamp("at" / 1000.0), to_timestamp("at" / 1000.0), "version",
        "outcome"::"Outcome", "reason"::"OutcomeReason", "verdict",
        case when "isClaimed" then $1::uuid end, "workflowId", "runId", "activityId",
        case when "isClaimed" then to_timestamp($2::int8 / 1000.0) end,
        case when "outcome" is not null then to_timestamp($2::int8 / 1000.0) end,
        case when "isClaimed" then 1 else 0 end,
        to_timestamp("deadlineAt" / 1000.0), to_timestamp("missedUntil" / 1000.0), "missedCount"
      from given
      order by "jobId", "at"
      on conflict do nothing
      returning "id", "jobId", "scheduledFor", "claimedAt"
    ), tried as (
      insert into "Attempt" ("executionId", "number", "workerId", "startedAt")
      select "id", 1, $1::uuid, to_timestamp($2::int8 / 1000.0) from made where "claimedAt" is not null
    )
    select "id", "jobId", "scheduledFor" from made`,
};

/** Inserts rows of the ledger, with attempt 1 of claimed ones. An instant with a row keeps it. */
export async function insertFires({
  client,
  workerId,
  now,
  fires,
}: {
  client: Client;
  workerId: string | null;
  now: number;
  fires: NewFire[];
}): Promise<InsertedFire[]> {
  if (fires.length === 0) return [];
  const values = [
    workerId,
    now,
    fires.map(({ jobId }) => jobId),
    fires.map(({ trigger }) => trigger),
    fires.map(({ scheduledFor }) => scheduledFor),
    fires.map(({ version }) => version),
    fires.map(({ end }) => end?.outcome ?? null),
    fires.map(({ end }) => end?.reason ?? null),
    fires.map(({ end }) => end?.verdict ?? null),
    fires.map(({ ref }) => ref?.workflowId ?? null),
    fires.map(({ ref }) => ref?.runId ?? null),
    fires.map(({ ref }) => ref?.activityId ?? null),
    fires.map(({ deadlineAt }) => deadlineAt ?? null),
    fires.map(({ missedUntil }) => missedUntil ?? null),
    fires.map(({ missedCount }) => missedCount ?? null),
    fires.map(({ end, isQueued }) => end === null && !isQueued),
  ];
  return query<InsertedFire>({ client, statement: insertStatement, values });
}
