import { type NotificationLine, toNotificationLine } from '#app/presenters/job/job-notifications.server.ts';
import { wallTime } from '#app/format/time-format.ts';
import { now as clock } from '#server/clock.server.ts';
import { loadIncident } from '#server/incidents/change-incident.server.ts';
import {
  type ListedNotification,
  listNotifications,
} from '#server/notifications/list-notifications.server.ts';
import { type IncidentLine, toIncidentLine } from './incident-line.ts';

const shownNotifications = 100;

/** An event of an incident, in words. */
export interface IncidentEvent {
  /** UTC milliseconds */
  at: number;
  text: string;
  /** Run that it is about; null for none. */
  executionId: number | null;
}

export interface IncidentDetails {
  incident: IncidentLine;
  /** Newest first. */
  timeline: IncidentEvent[];
  notifications: NotificationLine[];
  /** Its runs in the job's history. */
  runsLink: string;
}

/**
 * All that the page of an incident shows.
 * @throws AppError not_found
 */
export async function readIncidentDetails({
  ownerId,
  incidentId,
}: {
  ownerId: number;
  incidentId: number;
}): Promise<IncidentDetails> {
  const found = await loadIncident({ ownerId, incidentId });
  const incident = toIncidentLine(found);
  const notifications = await listNotifications({
    ...{ ownerId, jobId: found.jobId, incidentId, limit: shownNotifications },
  });
  return {
    incident,
    timeline: timelineOf({ incident, notifications }),
    notifications: notifications.map(toNotificationLine),
    runsLink: runsLink({ incident, now: clock().getTime() }),
  };
}

/** The days of the incident in the job's zone, as the history filters them. */
function runsLink({ incident, now }: { incident: IncidentLine; now: number }): string {
  const { jobId, timeZone, startedAt, closedAt } = incident;
  const dayOf = (at: number) => wallTime({ at, timeZone }).input.slice(0, 10);
  const params = new URLSearchParams({
    start: dayOf(startedAt),
    end: dayOf(closedAt ?? now),
    zone: timeZone,
  });
  return `/dashboard/jobs/${jobId}?${params.toString()}#history`;
}

const endings = {
  recovered: 'Recovered: the job succeeded again.',
  paused: 'Closed: the job was paused.',
  deleted: 'Closed: the job was deleted.',
};
const notified: Partial<Record<ListedNotification['rule'], string>> = {
  reminder: 'Reminder: it was still failing.',
  flapping: 'Flapping: more than 4 incidents within an hour.',
  flapping_ended: 'Flapping ended: no new incident for an hour.',
  auto_pause_warning: 'Warned that the job will be paused if it keeps failing.',
};

function timelineOf({
  incident,
  notifications,
}: {
  incident: IncidentLine;
  notifications: ListedNotification[];
}): IncidentEvent[] {
  const { startedAt, openedAt, executionId, acknowledgedAt, acknowledgedBy, closedAt, closeReason } =
    incident;
  const events: IncidentEvent[] = [
    { at: openedAt, text: 'Opened by the first notified failure.', executionId },
  ];
  if (startedAt < openedAt) events.push({ at: startedAt, text: 'First failure.', executionId: null });
  // One line for the channels of an execution.
  const byExecution = new Map(
    notifications.map((one) => [`${one.executionId} ${one.rule} ${one.enqueuedAt.getTime()}`, one]),
  );
  for (const { rule, enqueuedAt, executionId: about } of byExecution.values()) {
    const text = notified[rule];
    if (text !== undefined) events.push({ at: enqueuedAt.getTime(), text, executionId: about });
  }
  if (acknowledgedAt !== null)
    events.push({
      at: acknowledgedAt,
      text: `Acknowledged by ${acknowledgedBy ?? 'a removed account'}.`,
      executionId: null,
    });
  if (closedAt !== null && closeReason !== null)
    events.push({ at: closedAt, text: endings[closeReason], executionId: null });
  return events.sort((a, b) => b.at - a.at);
}
