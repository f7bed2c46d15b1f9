import {
  type AccountMailStory,
  mostPausedNames,
  mostPauseReasons,
  type PausedGroup,
  type PausedJobs,
  type WeekInFigures,
} from '#domain/notifications/account-mail-words.ts';
import type { DisabledReason } from '#domain/event-type.ts';
import { readLastDelivery } from '#server/channels/last-delivery.server.ts';
import { db, getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import type { Subscription, User } from '#server/generated/client.ts';
import type { PendingMail } from './claim-mails.server.ts';

/** Recipient of an email, with the data for its text. */
export type Addressee = User & { subscription: Subscription | null };

/**
 * Current content of an email.
 * @param mails of one account and kind; several pauses share one email
 * @returns null if it is no longer relevant: the trial continues, the payment succeeded, the jobs were resumed, or the
 *   person has turned it off
 */
export async function mailStory({
  mails,
  user,
}: {
  mails: [PendingMail, ...PendingMail[]];
  user: Addressee;
}): Promise<AccountMailStory | null> {
  const [{ kind, key }] = mails;
  switch (kind) {
    case 'welcome':
      return { kind, tier: user.tier };
    case 'trial_ending':
      return trialEnding({ user, key });
    case 'payment_failed':
      return paymentFailed(user);
    case 'events_disabled':
      return eventsDisabled({ user, key });
    case 'channel_disabled':
      return disabledChannel({ user, key });
    case 'jobs_paused': {
      if (!user.hasPauseMails) return null;
      const jobs = await pausedJobs({ user, ids: mails.flatMap(({ jobIds }) => jobIds) });
      return jobs && { kind, ...jobs };
    }
    case 'weekly_summary':
      return user.hasWeeklySummary
        ? { kind, ...(await weekInFigures({ userId: user.id, week: key })) }
        : null;
  }
}

function trialEnding({ user, key }: { user: Addressee; key: string }): AccountMailStory | null {
  const { subscription, timeZone } = user;
  const endsAt = subscription?.trialEndsAt?.getTime() ?? null;
  if (!subscription || endsAt === null || subscription.status !== 'trialing') return null;
  if (String(Math.round(endsAt / 1000)) !== key) return null;
  const { tier, cancelAtPeriodEnd: isCancelled } = subscription;
  return { kind: 'trial_ending', tier, endsAt, isCancelled, timeZone };
}

function paymentFailed({ subscription, timeZone }: Addressee): AccountMailStory | null {
  if (subscription?.status !== 'past_due') return null;
  const nextPaymentAt = subscription.nextPaymentAt?.getTime() ?? null;
  return { kind: 'payment_failed', tier: subscription.tier, nextPaymentAt, timeZone };
}

/** @param key "subscription 7 since 1764200000" */
async function eventsDisabled({
  user,
  key,
}: {
  user: Addressee;
  key: string;
}): Promise<AccountMailStory | null> {
  const { rows } = await getPool().query<{ id: number; host: string; reason: DisabledReason }>(
    `select "id", "host", "disabledReason" as "reason" from "EventSubscription"
     where "id" = $1 and "ownerId" = $2 and "deletedAt" is null and "disabledReason" in ('gone', 'failing')`,
    [Number(key.split(' ')[1]), user.id],
  );
  const [row] = rows;
  return row ? { kind: 'events_disabled', subscriptionId: row.id, host: row.host, reason: row.reason } : null;
}

/** @param key the id of the channel, and when it was disabled */
async function disabledChannel({
  user,
  key,
}: {
  user: Addressee;
  key: string;
}): Promise<AccountMailStory | null> {
  const [id, at] = key.split(' ').map(Number);
  const row = await db().channel.findFirst({
    where: { id: id ?? 0, userId: user.id, deletedAt: null, disabledAt: new Date(at ?? 0) },
  });
  if (!row) return null;
  const last = await readLastDelivery({ channelId: row.id, userId: user.id, sealed: row.lastDelivery });
  return {
    kind: 'channel_disabled',
    ...{ channelId: row.id, name: row.name, channelKind: row.kind },
    errorCode: row.disabledReason ?? '',
    statusCode: last?.statusCode ?? null,
    response: last?.response ?? null,
  };
}

// The list of ids may be of any length: the database counts and cuts it.
const pausedStatement: Statement = {
  name: 'account-mail-paused-jobs',
  text: `
    with groups as (
      select "pauseReason" as "reason", count(*) as "count", min("id") as "firstId",
        (array_agg("name" order by "id"))[1:${mostPausedNames}] as "names"
      from "Job"
      where "ownerId" = $1 and "id" = any($2::int[]) and "status" = 'paused' and "pauseReason" is not null
        and "deletedAt" is null
      group by "pauseReason"
    )
    select "reason", "count", "names", sum("count") over ()::int8 as "all", min("firstId") over () as "firstId"
    from groups order by groups."firstId" limit ${mostPauseReasons}`,
};

type PausedRow = PausedGroup & { all: number; firstId: number; [column: string]: unknown };

/** Jobs not resumed since: resuming removes the reason. */
async function pausedJobs({ user, ids }: { user: Addressee; ids: number[] }): Promise<PausedJobs | null> {
  const rows = await query<PausedRow>({
    client: getPool(),
    statement: pausedStatement,
    values: [user.id, ids],
  });
  const [first] = rows;
  if (!first) return null;
  const groups = rows.map(({ reason, count, names }) => ({ reason, count, names }));
  return { count: first.all, firstId: first.firstId, groups };
}

const mostListed = 5;

/**
 * Figures of an account's current jobs in a week, from the daily statistics.
 * @param week its Monday, "2026-11-16"
 */
async function weekInFigures({ userId, week }: { userId: number; week: string }): Promise<WeekInFigures> {
  const { rows } = await getPool().query<Omit<WeekInFigures, 'firstDay'>>(
    `with jobs as (
       select j."id", j."name", j."status" = 'active' as "isActive",
         coalesce(sum(d."success"), 0)::float8 as "succeeded",
         coalesce(sum(d."failed" + d."superseded" + d."unknown"), 0)::float8 as "failed",
         coalesce(sum(d."missed"), 0)::float8 as "missed"
       from "Job" j
       left join "DailyStat" d on d."jobId" = j."id" and d."day" >= $2::date and d."day" < $2::date + 7
       where j."ownerId" = $1 and j."deletedAt" is null
       group by j."id"
     ), worst as (
       select "id", "name", "failed" from jobs where "failed" > 0 order by "failed" desc, "id" limit $3
     )
     select coalesce(sum("succeeded"), 0) as "succeeded", coalesce(sum("failed"), 0) as "failed",
       coalesce(sum("missed"), 0) as "missed",
       count(*) filter (where "isActive") as "active", count(*) filter (where not "isActive") as "paused",
       (select coalesce(json_agg(json_build_object('name', w."name", 'failed', w."failed")
          order by w."failed" desc, w."id"), '[]') from worst w) as "worst"
     from jobs`,
    [userId, week, mostListed],
  );
  const [sums] = rows;
  if (!sums) throw new Error('The figures of a week are one row.');
  return { firstDay: Date.parse(`${week}T00:00:00Z`), ...sums };
}
