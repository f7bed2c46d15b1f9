import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { ClosedIncident, OpenedIncident } from '#server/incidents/types.ts';
import { eventJob } from './event-job.ts';
import { enqueueEvents, type NewEvent } from './enqueue-events.server.ts';

type NamedJob = Parameters<typeof eventJob>[0];

const jobsStatement: Statement = {
  name: 'events-incident-jobs',
  text: `
    select j."id", j."name", j."externalId", j."tags" from "Job" j
    where j."id" = any($1::int[])`,
};

/**
 * Enqueues the events of incidents that completed executions opened or closed, in the same transaction. A
 * trigger on the job does the same for an incident that ends with its job, by a pause or a deletion.
 */
export async function enqueueIncidentEvents({
  client,
  ...incidents
}: {
  client: Pick<Client, 'query'>;
  opened: OpenedIncident[];
  closed: ClosedIncident[];
}): Promise<void> {
  const opened = incidents.opened.filter(({ hasSubscribers }) => hasSubscribers);
  const closed = incidents.closed.filter(({ hasSubscribers }) => hasSubscribers);
  if (opened.length + closed.length === 0) return;
  const ids = [...new Set([...opened, ...closed].map(({ jobId }) => jobId))];
  const jobs = await query<NamedJob & { [column: string]: unknown }>({
    client,
    statement: jobsStatement,
    values: [ids],
  });
  const known = new Map(jobs.map((job) => [job.id, job]));
  const events = [...opened.map(toOpened), ...closed.map(toClosed)].sort((a, b) => a.at - b.at);
  await enqueueEvents({
    client,
    events: events.flatMap(({ data, ...event }): NewEvent[] => {
      const job = known.get(event.jobId);
      return job ? [{ ...event, data: { job: eventJob(job), ...data } }] : [];
    }),
  });
}

const iso = (at: number) => new Date(at).toISOString();

function toOpened(incident: OpenedIncident): NewEvent {
  const { id, jobId, ownerId, executionId, openedAt, causeCode, causeText, isFlapping } = incident;
  const data = {
    ...{ id, job_id: jobId, execution_id: executionId, opened_at: iso(openedAt), closed_at: null },
    ...{ cause_code: causeCode, cause: causeText, is_flapping: isFlapping },
  };
  return { ownerId, jobId, type: 'incident.opened', at: openedAt, data: { incident: data } };
}

function toClosed(incident: ClosedIncident): NewEvent {
  const { id, jobId, ownerId, openedAt, closedAt, closeReason, failures } = incident;
  const data = {
    ...{ id, job_id: jobId, opened_at: iso(openedAt), closed_at: iso(closedAt) },
    ...{ close_reason: closeReason, failures },
  };
  return { ownerId, jobId, type: 'incident.closed', at: closedAt, data: { incident: data } };
}
