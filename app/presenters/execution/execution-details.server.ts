import { issueText } from '#app/presenters/execution/execution-issue.ts';
import { toExecutionView } from '#app/presenters/execution/execution-page.ts';
import { toNotificationLine } from '#app/presenters/job/job-notifications.server.ts';
import { isActive } from '#domain/job/job.ts';
import { describeCron } from '#domain/schedule/cron-description.ts';
import { zoneSpans } from '#domain/schedule/timezone.ts';
import { now as clock } from '#server/clock.server.ts';
import { getExecution } from '#server/executions/history/get-execution.server.ts';
import { neighboursOf } from '#server/executions/history/neighbours.server.ts';
import { streakAt } from '#server/executions/history/streak-at.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { jobInputOf } from '#server/jobs/versions/job-input-of.server.ts';
import { listNotifications } from '#server/notifications/list-notifications.server.ts';

const mostNotifications = 10;

/**
 * All shown of one execution, as a page or over the page of its job.
 * @param url of the request: whether secrets are revealed
 * @throws AppError not_found
 */
export async function readExecutionDetails({
  owner,
  jobId,
  id,
  url,
}: {
  owner: Owner;
  jobId: number;
  id: number;
  url: string;
}) {
  const { job, state } = await getJob({ owner, jobId });
  const ownerId = owner.id;
  const [found, neighbours, notifications] = await Promise.all([
    getExecution({ ownerId, jobId, id }),
    neighboursOf({ jobId, id }),
    listNotifications({ ownerId, jobId, executionId: id, limit: mostNotifications }),
  ]);
  const streak = await streakAt({ execution: found, state });
  const version = found.version ?? jobInputOf(job);
  const { origin, pathname, searchParams } = new URL(url);
  const isRevealed = searchParams.get('reveal') === 'headers';
  const execution = toExecutionView({ execution: found, version, isRevealed });
  const { timeZone } = version;
  return {
    job: { id: jobId, name: job.name, timeZone, isActive: isActive({ ...job, now: clock().getTime() }) },
    zoneSpans: zoneSpans({ timeZones: [timeZone], now: clock().getTime() }),
    schedule: `${describeCron(version.cronExpression)}, ${timeZone}`,
    execution,
    neighbours,
    /** The versions a replay can send; an edited request is no version's. */
    replay: { isEdited: found.isEdited, current: job.desiredVersion },
    notifications: notifications.map(toNotificationLine),
    /** Failures in a row when it ended, not those of today. */
    streak,
    issue: issueText({
      // A tracker is read by others: nothing revealed goes there.
      execution: isRevealed ? toExecutionView({ execution: found, version, isRevealed: false }) : execution,
      job: { name: job.name, timeZone },
      link: origin + pathname,
    }),
  };
}

export type ExecutionDetailsData = Awaited<ReturnType<typeof readExecutionDetails>>;
