import type { Outcome, OutcomeReason } from '#domain/outcome.ts';
import type { FireTrigger } from '#domain/trigger.ts';
import { bool, columns, int, int8, text } from '#server/database/columns.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import type { LedgerTx } from './ledger-tx.ts';

/** A row to insert: a claimed or queued fire (no outcome yet), or a fire that does not run, with its reason. */
export interface NewFire {
  jobId: number;
  trigger: FireTrigger;
  scheduledFor: number;
  version: number;
  isQueued: boolean;
  end: { outcome: Outcome; reason: OutcomeReason | null; verdict?: string } | null;
  deadlineAt?: number | null;
  missedUntil?: number | null;
  missedCount?: number | null;
}

export interface InsertedFire {
  id: number;
  jobId: number;
  scheduledFor: Date;
}

// Before them: $1 the worker, $2 now.
const given = columns<NewFire>(
  {
    jobId: int(({ jobId }) => jobId),
    trigger: text(({ trigger }) => trigger),
    at: int8(({ scheduledFor }) => scheduledFor),
    version: int(({ version }) => version),
    outcome: text(({ end }) => end?.outcome ?? null),
    reason: text(({ end }) => end?.reason ?? null),
    verdict: text(({ end }) => end?.verdict ?? null),
    deadlineAt: int8(({ deadlineAt }) => deadlineAt ?? null),
    missedUntil: int8(({ missedUntil }) => missedUntil ?? null),
    missedCount: int(({ missedCount }) => missedCount ?? null),
    isClaimed: bool(({ end, isQueued }) => end === null && !isQueued),
  },
  { from: 3 },
);

export const insertStatement: Statement = {
  name: 'ledger-insert-fires',
  text: `
    with given as (
      select * from ${given.unnest} as t(${given.names})
    ), made as (
      insert into "Execution" ("jobId", "trigger", "scheduledFor", "dueAt", "jobVersion", "outcome", "reason",
        "verdict", "workerId", "claimedAt", "endedAt", "attemptCount",
        "deadlineAt", "missedUntil", "missedCount")
      select "jobId", "trigger"::"Trigger", to_timestamp("at" / 1000.0), to_timestamp("at" / 1000.0), "version",
        "outcome"::"Outcome", "reason"::"OutcomeReason", "verdict",
        case when "isClaimed" then $1::uuid end,
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
}: LedgerTx & {
  workerId: string | null;
  fires: NewFire[];
}): Promise<InsertedFire[]> {
  if (fires.length === 0) return [];
  const values = [workerId, now, ...given.values(fires)];
  return query<InsertedFire>({ client, statement: insertStatement, values });
}
