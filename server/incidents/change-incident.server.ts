import { snoozeError } from '#domain/incidents/snooze.ts';
import { AppError } from '#domain/errors.ts';
import { getPool } from '#server/database/db.server.ts';
import { publishJobUpdates } from '#server/live/publish-job-updates.server.ts';
import { findIncident, type Incident } from './list-incidents.server.ts';

interface Asked {
  ownerId: number;
  incidentId: number;
}

/**
 * Acknowledges an open incident: it sends no more reminders. The first acknowledgement stays; a snooze ends.
 * @throws AppError not_found; conflict: it is closed
 */
export async function acknowledgeIncident({ ownerId, incidentId }: Asked): Promise<Incident> {
  return change({
    ...{ ownerId, incidentId },
    set: `"acknowledgedAt" = coalesce("acknowledgedAt", clock_timestamp()),
      "acknowledgedById" = coalesce("acknowledgedById", $1), "snoozedUntil" = null`,
  });
}

/**
 * Undoes an acknowledgement: reminders go on. A closed incident stays as it is.
 * @throws AppError not_found
 */
export async function unacknowledgeIncident({ ownerId, incidentId }: Asked): Promise<Incident> {
  const set = `"acknowledgedAt" = null, "acknowledgedById" = null`;
  return change({ ownerId, incidentId, set, isUndo: true });
}

/**
 * Snoozes an open incident: until then nothing but the recovery is notified, then one reminder if it still fails.
 * @param until at most 7 days from now
 * @throws AppError not_found; conflict: it is closed; validation_error on `until`
 */
export async function snoozeIncident({
  ownerId,
  incidentId,
  until,
}: Asked & { until: Date }): Promise<Incident> {
  const error = snoozeError({ until: until.getTime(), now: Date.now() });
  if (error !== null) throw new AppError('validation_error', { details: { until: error } });
  return change({
    ...{ ownerId, incidentId },
    set: `"snoozedUntil" = $3::timestamptz, "snoozedById" = $1, "snoozes" = "snoozes" + 1`,
    values: [until],
  });
}

/**
 * Ends a snooze at once, without a reminder. A closed incident stays as it is.
 * @throws AppError not_found
 */
export async function unsnoozeIncident({ ownerId, incidentId }: Asked): Promise<Incident> {
  return change({ ownerId, incidentId, set: '"snoozedUntil" = null', isUndo: true });
}

async function change({
  ownerId,
  incidentId,
  set,
  values = [],
  isUndo = false,
}: Asked & { set: string; values?: unknown[]; isUndo?: boolean }): Promise<Incident> {
  const { rowCount } = await getPool().query(
    `update "Incident" set ${set} where "ownerId" = $1 and "id" = $2 and "closedAt" is null`,
    [ownerId, incidentId, ...values],
  );
  const incident = await loadIncident({ ownerId, incidentId });
  if (rowCount === 0 && isUndo) return incident;
  if (rowCount === 0) throw new AppError('conflict', { message: 'This incident is closed.' });
  await publishJobUpdates({ jobIds: [incident.jobId], executionIds: [], notificationIds: [] });
  return incident;
}

/** @throws AppError not_found: it is another account's, its job was deleted, or it never existed */
export async function loadIncident({ ownerId, incidentId }: Asked): Promise<Incident> {
  const incident = await findIncident({ ownerId, incidentId });
  if (!incident) throw new AppError('not_found');
  return incident;
}
