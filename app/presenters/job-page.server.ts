import type { TimedRun } from '#app/components/execution/latency-card.tsx';
import { fillDays } from '#app/components/execution/day-outcomes.ts';
import type { ExecutionFilter, History } from '#app/components/execution/execution-history.tsx';
import { toExecutionRow } from '#app/presenters/execution-row.ts';
import { toJobDetail } from '#app/presenters/job-detail.ts';
import { readJobNotes } from '#app/presenters/job-notes.server.ts';
import { toFires } from '#app/presenters/schedule-preview.ts';
import { clockChanges } from '#domain/clock-changes.ts';
import { apiStatus } from '#domain/execution.ts';
import { now as clock } from '#server/clock.server.ts';
import { dailyOutcomes } from '#server/executions/daily-outcomes.server.ts';
import { listExecutions } from '#server/executions/list-executions.server.ts';
import { getJob } from '#server/jobs/get-job.server.ts';
import { jobRecipient } from '#server/mail/job-recipient.server.ts';
import type { Owner } from '#server/jobs/types.ts';

const pageSize = 10;
const mostShown = 500;
const timedRuns = 30;
const shownFires = 10;
const stripDays = 30;

/**
 * All that a job's page shows.
 * @param url its query names the filter, how many rows are shown and whether secrets are
 * @throws AppError not_found
 */
export async function readJobPage({ owner, jobId, url }: { owner: Owner; jobId: number; url: string }) {
  const { job, state } = await getJob({ owner, jobId });
  const now = clock().getTime();
  const { cronExpression: cron, timeZone } = job;
  const params = new URL(url).searchParams;
  const [days, history, timed, notes, recipient] = await Promise.all([
    dailyOutcomes({ jobIds: [jobId], days: stripDays }),
    readHistory({ ownerId: owner.id, jobId, params }),
    readTimedRuns({ ownerId: owner.id, jobId }),
    readJobNotes({ owner, jobId }),
    jobRecipient({ ownerId: owner.id, url: job.webhookUrl }),
  ]);
  return {
    job: toJobDetail({ job, state, isRevealed: params.get('reveal') === 'headers' }),
    days: fillDays({ rows: days.get(jobId) ?? [], now }),
    fires:
      cron === null || job.status !== 'active' ? [] : toFires({ cron, timeZone, now, count: shownFires }),
    clockChange: cron === null ? null : (clockChanges({ cron, timeZone, from: now })[0] ?? null),
    history,
    timed,
    notes,
    recipient,
  };
}

async function readHistory({
  ownerId,
  jobId,
  params,
}: {
  ownerId: number;
  jobId: number;
  params: URLSearchParams;
}): Promise<History> {
  const filter = filterOf(params.get('status'));
  const asked = Number(params.get('shown') ?? pageSize);
  const shown = Number.isInteger(asked) ? Math.min(Math.max(asked, pageSize), mostShown) : pageSize;
  const { rows, total } = await listExecutions({ ownerId, jobId, status: filter, perPage: shown });
  const more = new URLSearchParams({
    ...(filter !== 'all' && { status: filter }),
    shown: String(shown + pageSize),
  });
  return {
    rows: rows.map(toExecutionRow),
    total,
    filter,
    moreTo: rows.length < total && shown < mostShown ? `?${more.toString()}` : null,
  };
}

function filterOf(text: string | null): ExecutionFilter {
  return text === 'success' || text === 'failed' || text === 'running' || text === 'not_run' ? text : 'all';
}

/** The last fires of the schedule, oldest first, for the bars. */
async function readTimedRuns({ ownerId, jobId }: { ownerId: number; jobId: number }): Promise<TimedRun[]> {
  const { rows } = await listExecutions({ ownerId, jobId, perPage: timedRuns });
  return rows
    .filter(({ scheduledFor, outcome }) => scheduledFor !== null && outcome !== null)
    .map(({ id, dueAt, outcome, durationMs, latenessMs }) => {
      const hasRun = apiStatus(outcome) !== 'not_run';
      return {
        id,
        scheduledFor: dueAt.getTime(),
        latencyMs: hasRun ? durationMs : null,
        latenessMs: hasRun ? latenessMs : null,
        isFailed: apiStatus(outcome) === 'failed',
      };
    })
    .reverse();
}
