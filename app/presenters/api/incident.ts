import type { z } from 'zod';
import { incidentStatus } from '#domain/incidents/incident.ts';
import { iso } from '#domain/time/iso.ts';
import type { Incident } from '#server/incidents/list-incidents.server.ts';
import type { ListedNotification } from '#server/notifications/list-notifications.server.ts';
import type { incidentDetailSchema, incidentSchema } from './incident-schema.ts';

/** An incident as the API lists it. */
export function toApiIncident(incident: Incident): z.infer<typeof incidentSchema> {
  return {
    id: incident.id,
    job_id: incident.jobId,
    job_name: incident.jobName,
    status: incidentStatus(incident),
    opened_at: incident.openedAt.toISOString(),
    failing_since: incident.startedAt.toISOString(),
    cause_code: incident.causeCode,
    cause: incident.causeText,
    failures: incident.failures,
    execution_id: incident.executionId,
    closed_at: iso(incident.closedAt),
    close_reason: incident.closeReason,
    acknowledged_at: iso(incident.acknowledgedAt),
    acknowledged_by: incident.acknowledgedBy,
    snoozed_until: iso(incident.snoozedUntil),
    snoozed_by: incident.snoozedBy,
    flapping: incident.isFlapping,
  };
}

/** One incident with its notifications. */
export function toApiIncidentDetail({
  incident,
  notifications,
}: {
  incident: Incident;
  notifications: ListedNotification[];
}): z.infer<typeof incidentDetailSchema> {
  return {
    ...toApiIncident(incident),
    notifications: notifications.map((notification) => ({
      id: notification.id,
      execution_id: notification.executionId,
      rule: notification.rule,
      channel: notification.channel,
      destination: notification.destination,
      state: notification.state,
      attempts: notification.attempts,
      enqueued_at: notification.enqueuedAt.toISOString(),
      error_code: notification.errorCode,
      status_code: notification.statusCode,
    })),
  };
}
