import { type CloseReason, incidentStatus, type IncidentStatus } from '#domain/incidents/incident.ts';
import type { Incident } from '#server/incidents/list-incidents.server.ts';

/** An incident as the screens show it. Instants are UTC milliseconds. */
export interface IncidentLine {
  id: number;
  jobId: number;
  jobName: string;
  timeZone: string;
  status: IncidentStatus;
  openedAt: number;
  startedAt: number;
  /** "Failed: the response was 503; this job expects 2xx." */
  cause: string | null;
  failures: number;
  executionId: number | null;
  closedAt: number | null;
  closeReason: CloseReason | null;
  acknowledgedAt: number | null;
  acknowledgedBy: string | null;
  snoozedUntil: number | null;
  snoozedBy: string | null;
  isFlapping: boolean;
}

/** Converts an incident for the screens. */
export function toIncidentLine(incident: Incident): IncidentLine {
  const { causeText, causeCode, openedAt, startedAt, closedAt, acknowledgedAt, snoozedUntil } = incident;
  return {
    id: incident.id,
    jobId: incident.jobId,
    jobName: incident.jobName,
    timeZone: incident.timeZone,
    status: incidentStatus(incident),
    openedAt: openedAt.getTime(),
    startedAt: startedAt.getTime(),
    cause: causeText ?? causeCode,
    failures: incident.failures,
    executionId: incident.executionId,
    closedAt: closedAt?.getTime() ?? null,
    closeReason: incident.closeReason,
    acknowledgedAt: acknowledgedAt?.getTime() ?? null,
    acknowledgedBy: incident.acknowledgedBy,
    snoozedUntil: snoozedUntil?.getTime() ?? null,
    snoozedBy: incident.snoozedBy,
    isFlapping: incident.isFlapping,
  };
}
