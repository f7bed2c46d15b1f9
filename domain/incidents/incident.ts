import { hourMs } from '#domain/time/units.ts';

/** Filters of the list, each incident in one of them: an acknowledged one is open, but known to somebody. */
export const incidentStatuses = ['open', 'acknowledged', 'closed'] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

export const closeReasons = ['recovered', 'paused', 'deleted'] as const;
export type CloseReason = (typeof closeReasons)[number];

/** Openings of a job within an hour beyond which it is flapping. */
const mostOpenings = 4;
/** Flapping ends when a job has opened no incident for that long. */
export const flappingMs = hourMs;
/** Openings that decide whether the next one is flapping, newest first. */
export const decisiveOpenings = mostOpenings;

/** The status of an incident, from its two instants. */
export function incidentStatus({
  closedAt,
  acknowledgedAt,
}: {
  closedAt: Date | number | null;
  acknowledgedAt: Date | number | null;
}): IncidentStatus {
  if (closedAt !== null) return 'closed';
  return acknowledgedAt === null ? 'open' : 'acknowledged';
}

/**
 * Reports whether an incident that opens now makes its job flap: more than 4 openings within an hour, with this one.
 * @param earlier instants of the former openings, UTC milliseconds
 */
export function startsFlapping({ earlier, now }: { earlier: readonly number[]; now: number }): boolean {
  return earlier.filter((at) => at > now - flappingMs && at <= now).length >= mostOpenings;
}

/** Facts about an incident that decide which notifications it holds back. */
export interface HoldingIncident {
  acknowledgedAt: number | null;
  snoozedUntil: number | null;
  isFlapping: boolean;
}

const alerts = ['failure', 'reminder'];
const spells = [...alerts, 'recovery'];
/** Rules of the notifications that end an incident, whatever the job's frequency calls the recovery. */
const ends = ['recovery', 'success', 'auto_pause'];

/**
 * Reports whether a notification about a job with an open incident stays unsent. A snooze holds everything but the
 * recovery and the pause that end the incident (D53); an acknowledged incident sends no reminders; a flapping job
 * neither failures nor recoveries. `always` is no reminder: such a job notifies on each run because it was asked to.
 * @param rule of the notification
 * @param isRecovery true for the success that ends the incident: `always` notifies of it, too
 */
export function isHeldBack({
  rule,
  isRecovery = false,
  incident,
}: {
  rule: string;
  isRecovery?: boolean;
  incident: HoldingIncident;
}): boolean {
  if (incident.isFlapping && spells.includes(rule)) return true;
  if (incident.snoozedUntil !== null && !isRecovery && !ends.includes(rule)) return true;
  return incident.acknowledgedAt !== null && alerts.includes(rule);
}
