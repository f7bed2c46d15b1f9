import {
  type AccountMailStory,
  mostPausedNames,
  mostPauseReasons,
  type PausedGroup,
  type PausedJobs,
} from '#domain/notifications/account-mail-words.ts';
import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import type { Subscription, User } from '#server/generated/client.ts';
import type { PendingMail } from './claim-mails.server.ts';
import { weekInFigures } from './week-in-figures.server.ts';

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

// A list of ids of any length, and as many jobs: they are counted and cut where they are.
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
