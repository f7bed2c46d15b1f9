import type { AccountMailStory } from '#domain/account-mail-words.ts';
import { db } from '#server/db.server.ts';
import type { Subscription, User } from '#server/generated/client.ts';
import type { OwedMail } from './claim-mails.server.ts';
import { weekInFigures } from './week-in-figures.server.ts';

/** Whom a mail goes to, with what it may speak of. */
export type Addressee = User & { subscription: Subscription | null };

/**
 * What a mail tells, as things are now.
 * @param mails of one account and kind; of pauses there may be several, which are told together
 * @returns null when it has nothing to tell any more: the trial goes on, the payment was made, the jobs were resumed, or
 *   the person has chosen to get no such mails
 */
export async function mailStory({
  mails,
  user,
}: {
  mails: [OwedMail, ...OwedMail[]];
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
      return jobs.length > 0 ? { kind, jobs } : null;
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

/** Those that nobody has resumed since: the reason goes with the pause. */
async function pausedJobs({ user, ids }: { user: Addressee; ids: number[] }) {
  const jobs = await db().job.findMany({
    where: {
      ownerId: user.id,
      id: { in: ids },
      status: 'paused',
      deletedAt: null,
      pauseReason: { not: null },
    },
    select: { id: true, name: true, pauseReason: true },
    orderBy: { id: 'asc' },
  });
  return jobs.map(({ pauseReason, ...job }) => ({ ...job, reason: pauseReason ?? '' }));
}
