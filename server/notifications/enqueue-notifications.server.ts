import type { Client } from '#server/database/transaction.server.ts';
import { enqueueIncidentEvents } from '#server/event-subscriptions/incident-events.server.ts';
import { followIncidents } from '#server/incidents/follow-incidents.server.ts';
import { decideNotifications } from './decide-notifications.server.ts';
import { findNotifying } from './find-notifying.server.ts';
import {
  insertNotifications,
  isOwnDestination,
  type NewNotification,
} from './insert-notifications.server.ts';
import type { CompletionEvent } from './types.ts';

/**
 * Enqueues the notifications of completed executions (D37, D51), in the same transaction: a rollback enqueues nothing.
 * Facts of one job come in order of completion. Nothing is sent here. Streaks of failures open and close incidents (D53).
 *
 * @returns the jobs with a new, still lasting failure notification of their first rule: their state's `notifiedAt`
 *   becomes `now`
 */
export async function enqueueNotifications({
  client,
  facts,
}: {
  client: Pick<Client, 'query'>;
  facts: CompletionEvent[];
}): Promise<number[]> {
  const heard = facts.filter(({ outcome }) => outcome !== 'skipped');
  if (heard.length === 0) return [];
  const jobs = await findNotifying({ client, facts: heard });
  const { notifications: decided, notifiedJobs, heldMails } = decideNotifications({ jobs, facts: heard });
  const { notifications, openedIncidents, closedIncidents, flappingJobs } = await followIncidents({
    ...{ client, facts: heard, notifications: decided, heldMails },
  });
  await insertNotifications({ client, notifications });
  await enqueueIncidentEvents({ client, opened: openedIncidents, closed: closedIncidents });
  const notified = new Set(notifications.filter(isOwnAlert).map(({ fact }) => fact.jobId));
  // The first rule of a job that a snooze or an acknowledgement held back has yet to notify. A flapping job has notified
  // that it flaps, so its recovery follows.
  return notifiedJobs.filter((jobId) => notified.has(jobId) || flappingJobs.has(jobId));
}

/** True if a failure is notified by the first rule of its job. */
function isOwnAlert({ fact: { kind, outcome }, to }: NewNotification): boolean {
  return isOwnDestination(to) && kind === 'ended' && outcome !== 'success' && outcome !== 'missed';
}
