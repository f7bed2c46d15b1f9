import type { Client } from '#server/database/transaction.server.ts';
import { enqueueIncidentEvents } from '#server/event-subscriptions/incident-events.server.ts';
import { followIncidents } from '#server/incidents/follow-incidents.server.ts';
import { decideNotifications } from './decide-notifications.server.ts';
import { findNotifying } from './find-notifying.server.ts';
import { insertNotifications } from './insert-notifications.server.ts';
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
  const { notifications, openedIncidents, closedIncidents } = await followIncidents({
    ...{ client, facts: heard, notifications: decided, heldMails },
  });
  await insertNotifications({ client, notifications });
  await enqueueIncidentEvents({ client, opened: openedIncidents, closed: closedIncidents });
  return notifiedJobs;
}
