import type { EventDetails } from '#domain/notifications/event-details.ts';
import { isFireTrigger } from '#domain/trigger.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { CompletedExecution } from '#server/executions/ledger/completed-execution.ts';
import type { CompletionEvent } from '#server/notifications/types.ts';
import { compareWatched } from '#server/watches/compare-watched.server.ts';

interface TimedJob {
  jobId: number;
  lateAfter: number | null;
  tooLongAfter: number | null;
  /** Runs among the given that it was notified of while they were open. */
  notified: number[];
}

// By the index of the few jobs that have one of them.
export const timedJobsStatement: Statement = {
  name: 'ledger-timed-jobs',
  text: `
    select j."id" as "jobId", j."lateAfter", j."tooLongAfter",
      array(
        select e."id" from "Execution" e
        where e."id" = any($2::int8[]) and e."jobId" = j."id" and e."tooLongAt" is not null
      ) as "notified"
    from "Job" j
    where j."id" = any($1::int[]) and (j."lateAfter" is not null or j."tooLongAfter" is not null)`,
};

/** The shortest time that a job can name: runs within it need no look at their jobs. */
const shortestMs = 1_000;

/**
 * Events of completed executions besides their results: late, too long, and a changed response. A batch of runs that
 * were on time, short and not watched costs no statement.
 * @param facts of the same executions
 */
export async function watchFacts({
  client,
  facts,
  runs,
}: {
  client: Client;
  facts: CompletionEvent[];
  runs: CompletedExecution[];
}): Promise<CompletionEvent[]> {
  const [timed, changed] = await Promise.all([
    timedEvents({ client, runs }),
    compareWatched({ client, runs: runs.flatMap(watchedRun) }),
  ]);
  const factOf = new Map(facts.map((fact) => [fact.executionId, fact]));
  return [...timed, ...changed].flatMap(({ executionId, details }) => {
    const fact = factOf.get(executionId);
    return fact ? [{ ...fact, kind: details.kind, details }] : [];
  });
}

const watchedRun = ({ watched, executionId, jobId, endedAt }: CompletedExecution) =>
  watched ? [{ executionId, jobId, endedAt, watched }] : [];

interface RunEvent {
  executionId: number;
  details: EventDetails;
}

async function timedEvents({
  client,
  runs,
}: {
  client: Client;
  runs: CompletedExecution[];
}): Promise<RunEvent[]> {
  const timed = runs.filter(
    ({ latenessMs, durationMs }) => (latenessMs ?? 0) > shortestMs || (durationMs ?? 0) > shortestMs,
  );
  if (timed.length === 0) return [];
  const values = [[...new Set(timed.map(({ jobId }) => jobId))], timed.map(({ executionId }) => executionId)];
  const jobs = await query<TimedJob>({ client, statement: timedJobsStatement, values });
  const jobOf = new Map(jobs.map((job) => [job.jobId, job]));
  return timed.flatMap((run) => {
    const job = jobOf.get(run.jobId);
    return job ? [...lateEvent({ run, job }), ...tooLongEvent({ run, job })] : [];
  });
}

/** A run that a person or the API asked for has no scheduled time to be late for. */
function lateEvent({ run, job: { lateAfter } }: { run: CompletedExecution; job: TimedJob }): RunEvent[] {
  const { executionId, trigger, latenessMs } = run;
  if (lateAfter === null || latenessMs === null || !isFireTrigger(trigger)) return [];
  if (latenessMs <= lateAfter * 1_000) return [];
  return [{ executionId, details: { kind: 'late', latenessMs, afterSeconds: lateAfter } }];
}

/** Of a run that ended before the watch over open runs saw it. */
function tooLongEvent({
  run: { executionId, durationMs },
  job: { tooLongAfter, notified },
}: {
  run: CompletedExecution;
  job: TimedJob;
}): RunEvent[] {
  if (tooLongAfter === null || durationMs === null || durationMs <= tooLongAfter * 1_000) return [];
  if (notified.includes(executionId)) return [];
  return [{ executionId, details: { kind: 'too_long', afterSeconds: tooLongAfter, durationMs } }];
}
