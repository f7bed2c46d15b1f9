import { eventTypes } from '#domain/event-type.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { LedgerTx } from './ledger-tx.ts';

/** The columns of JobState the end of an execution changes. */
export interface LockedState {
  jobId: number;
  failureStreak: number;
  streakStartedAt: Date | null;
  goneStreak: number;
  /** Time of the last notification about the streak. */
  notifiedAt: Date | null;
  /** True if the owner has a subscription to events of executions; absent for false. */
  hasSubscribers?: boolean;
  /** True if the job notifies of late or long runs; absent for false. */
  isTimed?: boolean;
}

/** A transaction that holds these jobs locked. */
export interface LockedTx extends LedgerTx {
  states: LockedState[];
}

const executionTypes = eventTypes.filter((type) => type.startsWith('execution.')).join(',');

// Every writer of the ledger takes a job's locks in this order: Job, then JobState, both by id. A save locks the Job
// row before it writes JobState, and an insert of an execution takes the same key lock on Job: in the opposite order
// they would deadlock. Without any subscription in the installation, none is looked up by job.
export const lockStatement: Statement = {
  name: 'ledger-lock-jobs',
  text: `
    with kept as materialized (
      select "id", "ownerId", "lateAfter", "tooLongAfter" from "Job" where "id" = any($1::int[]) order by "id" for key share
    )
    select s."jobId", s."failureStreak", s."streakStartedAt", s."goneStreak", s."notifiedAt",
      (select exists (select from "EventSubscription" where "deletedAt" is null)) and exists (
        select from "EventSubscription" e
        where e."ownerId" = k."ownerId" and e."deletedAt" is null and e."types" && '{${executionTypes}}'::text[]
      ) as "hasSubscribers",
      (k."lateAfter" is not null or k."tooLongAfter" is not null) as "isTimed"
    from kept k join "JobState" s on s."jobId" = k."id"
    order by s."jobId" for update of s`,
};

/**
 * Blocks all other writers of these jobs' ledgers until the transaction ends. Later reads are the newest.
 * @returns the states of jobs that still have their rows
 */
export async function lockJobs({
  client,
  jobIds,
}: {
  client: Client;
  jobIds: number[];
}): Promise<LockedState[]> {
  return query<LockedState>({ client, statement: lockStatement, values: [[...new Set(jobIds)]] });
}
