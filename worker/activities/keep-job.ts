import { CompleteAsyncError, Context } from '@temporalio/activity';
import type { JobActivities } from '#workflows/contract.ts';
import { claimSoon } from './claim-soon.ts';
import type { ActivityDeps } from './deps.ts';

/**
 * Takes a job into this worker, or records where the worker that already holds it has to report. Either way the
 * activity stays open without a slot, a promise or heartbeats: the report completes it by its id.
 */
export function makeKeepJob(deps: ActivityDeps): JobActivities['keepJob'] {
  return async ({ jobId, lastOutcome, stayMs }) => {
    const { info, cancellationSignal: until } = Context.current();
    const { activityId, workflowExecution } = info;
    const request = { jobId, activityId, runId: workflowExecution?.runId ?? '' };
    const claim = async () => ({ kind: await deps.claimResidency(request) });
    const { kind } = await claimSoon({ deps, until, claim });
    if (kind === 'gone') return goneReport(deps, jobId);
    if (kind === 'mine') deps.residents.keep({ jobId, lastOutcome, stayMs });
    throw new CompleteAsyncError();
  };
}

/** The job's rows are removed: its workflow finds out when it plans. */
function goneReport(
  { leadTime }: ActivityDeps,
  jobId: number,
): Awaited<ReturnType<JobActivities['keepJob']>> {
  return {
    tag: 1,
    isKept: false,
    hasRun: false,
    version: 0,
    lastOutcome: null,
    waiting: [],
    fires: [],
    graceMs: leadTime.graceMs(),
    stayMs: leadTime.stayMs(jobId),
    tier: null,
  };
}
