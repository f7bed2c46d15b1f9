import { expect } from 'vitest';
import { db } from '#server/database/db.server.ts';

/** All incidents of a job, oldest first. */
export const incidentsOf = (jobId: number) =>
  db().incident.findMany({ where: { jobId }, orderBy: { id: 'asc' } });

/** The incident of a job that has exactly one. */
export async function onlyIncident(jobId: number) {
  const [incident, ...more] = await incidentsOf(jobId);
  expect(more).toEqual([]);
  if (!incident) throw new Error('The job has no incident.');
  return incident;
}

/** Snoozes the only incident of a job; returns its id. */
export async function snoozed(jobId: number, until: number) {
  const { id } = await onlyIncident(jobId);
  await db().incident.update({
    where: { id },
    data: { snoozedUntil: new Date(until), snoozes: { increment: 1 } },
  });
  return id;
}
