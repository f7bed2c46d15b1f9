import type { DisplayZone } from '#app/format/display-zone.ts';
import { fillDays } from '#app/presenters/execution/day-outcomes.ts';
import { toExecutionRow } from '#app/presenters/execution/execution-row.ts';
import { readHistory } from '#app/presenters/execution/history.server.ts';
import type { TimedRun } from '#app/presenters/execution/timed-run.ts';
import { readJobHeatMap, type HeatMapView } from '#app/presenters/heat-map.server.ts';
import { markedChanges } from '#app/presenters/job-form/schedule-preview.ts';
import { toIncidentLine } from '#app/presenters/incident/incident-line.ts';
import { toChanges } from '#app/presenters/job/job-changes.ts';
import { toJobDetail } from '#app/presenters/job/job-detail.ts';
import { toJobFires } from '#app/presenters/job/job-fires.ts';
import { readJobNotifications } from '#app/presenters/job/job-notifications.server.ts';
import { readJobWatches } from '#app/presenters/job/job-watches.server.ts';
import { longFires, shortFires } from '#app/query/history-address.ts';
import { apiStatus } from '#domain/outcome.ts';
import { badgeTokenOf } from '#server/badges/read-badge.server.ts';
import { now as clock } from '#server/clock.server.ts';
import { env } from '#server/env.server.ts';
import { callDurations } from '#server/executions/history/call-durations.server.ts';
import { listExecutions } from '#server/executions/history/list-executions.server.ts';
import type { ExecutionRow as ListedRow } from '#server/executions/ledger/execution-columns.server.ts';
import { dailyOutcomes } from '#server/executions/statistics/daily-outcomes.server.ts';
import { findOpenIncident } from '#server/incidents/list-incidents.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import { listVersions } from '#server/jobs/reads/list-versions.server.ts';
import { listSkipChanges } from '#server/jobs/skips/list-skip-changes.server.ts';
import { listSkips } from '#server/jobs/skips/list-skips.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { jobRecipient } from '#server/mail/job-recipient.server.ts';

const timedRuns = 30;
const shownRuns = 5;
const stripDays = 30;
const shownChanges = 20;

export interface AskedPage {
  owner: Owner;
  jobId: number;
  /** Its query names the filter, how many rows are shown and whether secrets are. */
  request: Request;
  display: DisplayZone;
  /** The person's own zone. */
  viewerZone: string;
}

export type JobPageData = Awaited<ReturnType<typeof loadJobPage>>;

/**
 * All that a job's page shows.
 * @throws AppError not_found
 */
export async function loadJobPage({ owner, jobId, request, display, viewerZone }: AskedPage) {
  const { job, state } = await getJob({ owner, jobId });
  const now = clock().getTime();
  const { cronExpression: cron, timeZone } = job;
  const params = new URL(request.url).searchParams;
  const ownerId = owner.id;
  const [
    days,
    heat,
    history,
    newest,
    notifications,
    recipient,
    skips,
    versions,
    skipChanges,
    badgeToken,
    watches,
    incident,
  ] = await Promise.all([
    dailyOutcomes({ jobId, days: stripDays }),
    readJobHeatMap({ jobId, jobZone: timeZone, tier: owner.tier, params, display, now }),
    readHistory({ ownerId, jobId, params, jobZone: timeZone, display, request }),
    listExecutions({ ownerId, jobId, perPage: timedRuns, isCounted: false }),
    readJobNotifications({ owner, jobId }),
    jobRecipient({ ownerId, url: job.webhookUrl }),
    listSkips({ ownerId, jobId }),
    listVersions({ ownerId, jobId, limit: shownChanges + 1 }),
    listSkipChanges({ ownerId, jobId, limit: shownChanges }),
    badgeTokenOf({ ownerId, jobId }),
    readJobWatches({ ownerId, job, now }),
    findOpenIncident({ ownerId, jobId }),
  ]);
  return {
    isSample: false,
    job: toJobDetail({ job, state, skips, isRevealed: params.get('reveal') === 'headers', now }),
    days: fillDays({ rows: days, now }),
    /** Null of a sample. */
    heat: heat as HeatMapView | null,
    fires: toJobFires({
      job,
      skips,
      now,
      count: params.get('fires') === String(longFires) ? longFires : shortFires,
    }),
    skipped: skips.filter((at) => at > now).length,
    clockChange: cron === null ? null : (markedChanges({ cron, timeZone, now })[0] ?? null),
    lastRuns: newest.rows.slice(0, shownRuns).map(toExecutionRow),
    history,
    timed: await toTimedRuns({ rows: newest.rows, hasSchedule: cron !== null }),
    notifications,
    watches,
    recipient,
    incident: incident ? toIncidentLine(incident) : null,
    /** The person's zone, for a snooze until a time. */
    viewerZone,
    changes: toChanges({ versions, skips: skipChanges, timeZone, count: shownChanges }),
    badgeUrl: badgeToken === null ? null : `${env().APP_ORIGIN}/badges/${badgeToken}.svg`,
  };
}

/** The last fires of the schedule, oldest first, for the bars; of a job without one its runs. */
async function toTimedRuns({
  rows,
  hasSchedule,
}: {
  rows: ListedRow[];
  hasSchedule: boolean;
}): Promise<TimedRun[]> {
  const ended = rows.filter(
    ({ scheduledFor, outcome }) => outcome !== null && (!hasSchedule || scheduledFor !== null),
  );
  // A single attempt lasts as long as its execution.
  const retried = ended.filter(({ attemptCount }) => attemptCount > 1).map(({ id }) => id);
  const calls = await callDurations(retried);
  return ended
    .map(({ id, dueAt, scheduledFor, outcome, durationMs, latenessMs, attemptCount }) => {
      const hasRun = apiStatus(outcome) !== 'not_run';
      return {
        id,
        scheduledFor: dueAt.getTime(),
        attempts: attemptCount,
        durationMs: hasRun ? durationMs : null,
        latencyMs: !hasRun ? null : attemptCount > 1 ? (calls.get(id) ?? null) : durationMs,
        latenessMs: hasRun && scheduledFor !== null ? latenessMs : null,
        isFailed: apiStatus(outcome) === 'failed',
      };
    })
    .reverse();
}
