import { beforeAll, expect, test } from 'vitest';
import { getPool } from '#server/database/db.server.ts';
import {
  claimDeliveriesStatement,
  readySubscriptionsStatement,
} from '#server/event-subscriptions/claim-deliveries.server.ts';
import { eventExecutionsStatement } from '#server/event-subscriptions/execution-events.server.ts';
import {
  feedReplayStatement,
  runningReplaysStatement,
} from '#server/event-subscriptions/feed-replays.server.ts';
import { deliveryLogStatement } from '#server/event-subscriptions/list-deliveries.server.ts';
import { nextDeliveryStatement } from '#server/event-subscriptions/record-event-delivery.server.ts';
import { dueFlappingStatement, flappingBeginStatement } from '#server/incidents/end-flapping.server.ts';
import { dueSnoozesStatement } from '#server/incidents/end-snoozes.server.ts';
import { destinationsStatement } from '#server/incidents/incident-destinations.server.ts';
import { latestIncidentsStatement } from '#server/incidents/incident-rows.server.ts';
import { openIncidentsStatement } from '#server/incidents/list-incidents.server.ts';
import { notifyingStatement } from '#server/notifications/find-notifying.server.ts';
import { listedNotifications } from '#server/notifications/list-notifications.server.ts';
import { dueNotificationsStatement } from '#server/notifications/list-due-notifications.server.ts';
import {
  holdWaitingStatement,
  notificationStateStatement,
} from '#server/notifications/notification-state.server.ts';
import { undeliveredMailText } from '#server/notifications/record-deliveries.server.ts';
import { endingStatement } from '#server/watches/notify-certificates.server.ts';
import { fillTables } from '#tests/integration/fill-tables.ts';
import { aCrowd } from '#tests/integration/ledger/crowd.ts';
import { noon } from '#tests/integration/ledger/kit.ts';

/** Each with 40 incidents, the newest of every tenth job open. */
const incidentsText = `
  insert into "Incident" ("jobId", "ownerId", "executionId", "openedAt", "startedAt", "failures", "closedAt", "closeReason")
  select j."id", j."ownerId", -(j."id" * 100 + n), at, at, 3,
    case when n > 1 or j."id" % 10 > 0 then at + interval '1 hour' end, case when n > 1 or j."id" % 10 > 0 then 'recovered' end
  from "Job" j, generate_series(1, 40) n, lateral (select now() - n * interval '5 hours' as at) t`;

/** Notifications of each run, to two channels and the owner. Some have an incident; the last of each job are pending. */
const notificationsText = `
  insert into "Notification" ("jobId", "executionId", "channelId", "rule", "channel", "channelKey", "config", "state",
    "enqueuedAt", "nextAt", "endedAt", "incidentId")
  select e."jobId", e."id", c."id", 'failure', coalesce(c."kind"::text, 'email'), coalesce(c."id"::text, 'own'), 'x',
    (case when e."dueAt" < l."at" then 'sent' else 'pending' end)::"NotificationState", e."dueAt", e."dueAt",
    case when e."dueAt" < l."at" then e."dueAt" end, case when e."id" % 4 = 0 then i."id" end
  from (select max("dueAt") as "at" from "Execution") l cross join "Execution" e join "Job" j on j."id" = e."jobId"
  join "Incident" i on i."executionId" = -(j."id" * 100 + 1 + e."id" % 40)
  left join "Channel" c on c."userId" = j."ownerId"`;

const eventsText = `
  with made as (
    insert into "Event" ("ownerId", "type", "jobId", "at", "data")
    select "ownerId", 'execution.failed', "id", now() - n * interval '3 hours', '{}'
    from "Job", generate_series(1, 40) n returning *
  )
  insert into "EventDelivery" ("subscriptionId", "eventId", "jobId", "lane", "state")
  select s."id", m."id", m."jobId", 0, (case m."id" % 500 when 0 then 'failed' when 1 then 'pending' else 'sent' end)::"NotificationState"
  from made m join "EventSubscription" s on s."ownerId" = m."ownerId"`;

const tables = ['Incident', 'Notification', 'Channel', 'Event', 'EventDelivery', 'EventStream', 'Execution'];

beforeAll(async () => {
  for (let owner = 0; owner < 20; owner += 1)
    await aCrowd({ jobs: 50, historyEach: 12, accountedUntil: noon });
  const first = `
    insert into "Channel" ("userId", "name", "kind", "config")
    select u."id", n::text, 'slack', 'x' from "User" u, generate_series(1, 2) n;
    insert into "NotificationRule" ("userId", "channelId", "jobId", "events")
    select j."ownerId", c."id", j."id", '{failure}' from "Job" j join "Channel" c on c."userId" = j."ownerId";
    insert into "EventSubscription" ("ownerId", "url", "host", "types", "secret")
    select "id", 'x', 'x', '{execution.failed}', 'x' from "User"`;
  const last = `
    insert into "EventStream" ("subscriptionId", "lane", "jobId")
    select distinct "subscriptionId", "lane", "jobId" from "EventDelivery" where "state" = 'pending'`;
  const analyzed = [...tables, 'Job', 'User', 'NotificationRule', 'EventSubscription'];
  await fillTables(
    first,
    incidentsText,
    notificationsText,
    eventsText,
    last,
    ...analyzed.map((table) => `analyze "${table}"`),
  );
}, 180_000);

const hot: Record<string, { text: string; indexes: string[] }> = {
  'the rules and mails of a job': {
    text: notifyingStatement.text,
    indexes: ['Job_pkey', 'NotificationRule_jobId_idx', 'ChannelStreak_pkey', 'Notification_owner_mail'],
  },
  'the state of a notification': { text: notificationStateStatement.text, indexes: ['Notification_pkey'] },
  'a digest': { text: holdWaitingStatement.text, indexes: ['Notification_pending_by_channel'] },
  'due notifications': { text: dueNotificationsStatement.text, indexes: ['Notification_pending'] },
  'a mail of the day about refused notifications': {
    text: undeliveredMailText,
    indexes: ['Notification_undelivered'],
  },
  'notifications of a job': {
    text: listedNotifications.ofJob.text,
    indexes: ['Notification_jobId_enqueuedAt_idx'],
  },
  'notifications of a run': {
    text: listedNotifications.ofExecution.text,
    indexes: ['Notification_executionId_rule_channelId_key'],
  },
  'notifications of an incident': {
    text: listedNotifications.ofIncident.text,
    indexes: ['Notification_incidentId_idx'],
  },
  'occurrences of certificates': {
    text: endingStatement.text,
    indexes: ['Notification_jobId_occurrence_rule_channelId_key'],
  },
  'the newest incident': {
    text: latestIncidentsStatement.text,
    indexes: ['Incident_open', 'Incident_jobId_openedAt_idx'],
  },
  'the number of open incidents': { text: openIncidentsStatement.text, indexes: ['Incident_open_by_owner'] },
  'destinations of an incident': {
    text: destinationsStatement.text,
    indexes: ['Notification_incidentId_idx'],
  },
  'snoozes that end': { text: dueSnoozesStatement.text, indexes: ['Incident_snoozed_until'] },
  'flapping that ends': { text: dueFlappingStatement.text, indexes: ['Incident_flapping_until'] },
  'the begin of flapping': {
    text: flappingBeginStatement.text,
    indexes: ['Notification_flapping', 'Execution_history'],
  },
  'events of runs': { text: eventExecutionsStatement.text, indexes: ['Execution_pkey'] },
  'subscriptions with due events': {
    text: readySubscriptionsStatement.text,
    indexes: ['EventStream_subscriptionId_lane_nextAt_idx'],
  },
  'a claim of events': {
    text: claimDeliveriesStatement.text,
    indexes: ['EventStream_held', 'EventDelivery_pending', 'EventDelivery_pkey', 'Event_pkey'],
  },
  'the next event of a job': { text: nextDeliveryStatement.text, indexes: ['EventDelivery_pending'] },
  'replays to continue': { text: runningReplaysStatement.text, indexes: ['EventDelivery_pending'] },
  'the log of a subscription': {
    text: deliveryLogStatement(null).text,
    indexes: ['Event_pkey'],
  },
  'its failed deliveries': {
    text: deliveryLogStatement('failed').text,
    indexes: ['EventDelivery_failed'],
  },
};

/** The generic plan. Small tables are read whole at any price but this one; where no index serves, a Seq Scan is left. */
async function planOf(text: string): Promise<string> {
  const client = await getPool().connect();
  try {
    await client.query('begin; set local enable_seqscan = off; set local enable_hashjoin = off');
    const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(
      `explain (generic_plan, format json) ${text}`,
    );
    return JSON.stringify(rows[0]?.['QUERY PLAN']);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test.each(Object.entries(hot))('the statement for %s uses its indexes', async (_name, { text, indexes }) => {
  const plan = await planOf(text);
  for (const index of indexes) expect(plan).toContain(`"${index}"`);
  expect(plan).not.toMatch(new RegExp(`"Node Type":"Seq Scan"[^{}]*"Relation Name":"(${tables.join('|')})"`));
});

test('a part of a replay is read in the order of the ids, not sorted out of its whole range', async () => {
  const plan = await planOf(feedReplayStatement.text);
  expect(plan).toMatch(/"Event_(?:pkey|ownerId_id_idx)"/);
  expect(plan).not.toMatch(/Event_at_idx|"Sort Key":\["[ex](?:_\d)?\.id"\]/);
});

test('the newest incident of a job costs the same after thousands of others', async () => {
  const { rows } = await getPool().query<{ id: number }>('select min("id")::int as "id" from "Job"');
  await fillTables({
    text: `insert into "Incident" ("jobId", "ownerId", "executionId", "openedAt", "startedAt", "failures", "closedAt", "closeReason")
     select j."id", j."ownerId", -(10000000 + n), at, at, 3, at, 'recovered'
     from "Job" j, generate_series(1, 5000) n, lateral (select now() - n * interval '15 minutes' as at) t where j."id" = $1`,
    values: [rows[0]?.id],
  });
  const { rows: plans } = await getPool().query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) ${latestIncidentsStatement.text}`,
    [[rows[0]?.id], 5],
  );
  const [{ Plan: plan }] = plans[0]?.['QUERY PLAN'] ?? [{ Plan: {} }];
  expect((plan['Shared Hit Blocks'] ?? Infinity) + (plan['Shared Read Blocks'] ?? 0)).toBeLessThan(30);
});
