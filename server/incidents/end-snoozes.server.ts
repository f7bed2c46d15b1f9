import { failedOutcomes } from '#server/database/sql-lists.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import { insertNotifications, isOwnDestination } from '#server/notifications/insert-notifications.server.ts';
import { type DueIncident, endDue } from './end-due.server.ts';
import { incidentDestinations } from './incident-destinations.server.ts';
import { incidentFact } from './incident-fact.ts';

export const dueSnoozesStatement: Statement = {
  name: 'incidents-due-snoozes',
  text: `
    select "id", "jobId" from "Incident"
    where "snoozedUntil" <= to_timestamp($1::int8 / 1000.0) order by "snoozedUntil" limit $2`,
};

const endStatement: Statement = {
  name: 'incidents-end-snooze',
  text: `
    update "Incident" i set "snoozedUntil" = null
    where i."id" = $1 and i."snoozedUntil" <= to_timestamp($2::int8 / 1000.0) and i."closedAt" is null
    returning i."snoozes", i."startedAt", (
      select e."id" from "Execution" e
      where e."jobId" = i."jobId" and e."outcome" in ${failedOutcomes} and e."trigger" <> 'test'
      order by e."dueAt" desc, e."id" desc limit 1
    ) as "executionId"`,
};

const notifiedStatement: Statement = {
  name: 'incidents-notified',
  text: `update "JobState" set "notifiedAt" = to_timestamp($2::int8 / 1000.0) where "jobId" = $1`,
};

/**
 * Ends the snoozes that are over: each with one reminder to the channels of its incident, which still fails, as a
 * success would have closed it. Two workers send one.
 *
 * @param limit snoozes of one call
 * @param now UTC milliseconds
 * @returns number of ended snoozes
 */
export function endSnoozes({ limit, now }: { limit: number; now: number }): Promise<number> {
  return endDue({ due: dueSnoozesStatement, limit, now, end: endSnooze });
}

async function endSnooze({ client, id, jobId, now, state }: DueIncident): Promise<void> {
  const [ended] = await query<{ snoozes: number; startedAt: Date; executionId: number | null }>({
    ...{ client, statement: endStatement, values: [id, now] },
  });
  if (!state || !ended || ended.executionId === null) return;
  const { ownerId, destinations } = await incidentDestinations({ client, jobId, incidentId: id });
  const fact = incidentFact({
    ...{ jobId, executionId: ended.executionId, now, outcome: 'failed', state },
  });
  await insertNotifications({
    client,
    notifications: destinations.map((to) => ({
      ...{ fact, rule: 'reminder' as const, ownerId, to, incidentId: id, snooze: ended.snoozes },
    })),
  });
  // Else the first rule of the job has yet to notify of the streak.
  if (destinations.some(isOwnDestination))
    await query({ client, statement: notifiedStatement, values: [jobId, now] });
}
