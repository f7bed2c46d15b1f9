import type { Outcome } from '#domain/outcome.ts';
import { ranOutcomes } from '#server/database/sql-lists.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import { insertNotifications } from '#server/notifications/insert-notifications.server.ts';
import { type DueIncident, endDue } from './end-due.server.ts';
import { incidentDestinations } from './incident-destinations.server.ts';
import { incidentFact } from './incident-fact.ts';

export const dueFlappingStatement: Statement = {
  name: 'incidents-due-flapping',
  text: `
    select "id", "jobId" from "Incident"
    where "flappingUntil" <= to_timestamp($1::int8 / 1000.0) order by "flappingUntil" limit $2`,
};

const endStatement: Statement = {
  name: 'incidents-end-flapping',
  text: `
    update "Incident" set "flappingUntil" = null
    where "id" = $1 and "flappingUntil" <= to_timestamp($2::int8 / 1000.0)
    returning "snoozedUntil" is not null as "isSnoozed"`,
};

// The incident whose opening was notified as flapping: the channels that heard of it hear of the end.
export const flappingBeginStatement: Statement = {
  name: 'incidents-flapping-begin',
  text: `
    select n."incidentId", (
      select jsonb_build_object('id', e."id", 'outcome', e."outcome") from "Execution" e
      where e."jobId" = $1 and e."outcome" in ${ranOutcomes} and e."trigger" <> 'test'
      order by e."dueAt" desc, e."id" desc limit 1
    ) as "last"
    from "Notification" n
    where n."jobId" = $1 and n."rule" in ('flapping', 'push_flapping') and n."incidentId" is not null
    order by n."enqueuedAt" desc limit 1`,
};

/**
 * Ends the flapping of jobs that have opened no incident for an hour, and notifies the end once to the channels that
 * were notified of its begin. Two workers send one notification; a job that is paused meanwhile sends none, nor does one
 * whose incident is snoozed: it still fails.
 *
 * @param limit jobs of one call
 * @param now UTC milliseconds
 * @returns number of jobs
 */
export function endFlapping({ limit, now }: { limit: number; now: number }): Promise<number> {
  return endDue({ due: dueFlappingStatement, limit, now, end: endOne });
}

async function endOne({ client, id, jobId, now, state }: DueIncident): Promise<void> {
  const [ended] = await query<{ isSnoozed: boolean }>({
    ...{ client, statement: endStatement, values: [id, now] },
  });
  if (!state?.isActive || !ended || ended.isSnoozed) return;
  const [begin] = await query<{ incidentId: number; last: { id: number; outcome: Outcome } | null }>({
    ...{ client, statement: flappingBeginStatement, values: [jobId] },
  });
  if (!begin?.last) return;
  const { ownerId, destinations } = await incidentDestinations({
    ...{ client, jobId, incidentId: begin.incidentId, rule: 'flapping' },
  });
  const fact = incidentFact({
    ...{ jobId, executionId: begin.last.id, now, outcome: begin.last.outcome, state },
  });
  await insertNotifications({
    client,
    notifications: destinations.map((to) => ({
      ...{ fact, rule: 'flapping_ended' as const, ownerId, to, incidentId: id },
    })),
  });
}
