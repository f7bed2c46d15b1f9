import { isHigherTier, type Tier } from '#domain/plan.ts';
import { isLiving } from '#domain/subscription.ts';
import { enqueueFailedPaymentMail } from '#server/account-mail/enqueue-failed-payment-mail.server.ts';
import { recordOfferUse } from '#server/billing/offer-use.server.ts';
import { type PlanActor, recordPlanEvent } from '#server/billing/record-plan-event.server.ts';
import type { SeenSubscription } from '#server/billing/see-subscription.server.ts';
import { setTier } from '#server/billing/set-tier.server.ts';
import type { Client } from '#server/database/transaction.server.ts';

/** `act`: a button was pressed here. It never grants a higher tier: only the provider's webhook does. */
export type ApplyCause = 'webhook' | 'reconcile' | 'act';

/** stale: a later fetch was applied already; unknown: no account has this customer, or it has never subscribed. */
export type Applied = 'applied' | 'stale' | 'unknown';

interface Row {
  userTier: Tier;
  status: string;
  cancelAtPeriodEnd: boolean;
  isLater: boolean;
}

/**
 * Writes the provider's state of a customer: subscription, tier, limits, security event and emails, in the caller's
 * transaction. Apart from the end of a period without updates, the only writer of Subscription and User.tier.
 */
export async function applySubscription({
  client,
  userId,
  seen,
  cause,
  actor = {},
}: {
  client: Client;
  /** Account of the fetched customer. */
  userId: number;
  seen: SeenSubscription;
  cause: ApplyCause;
  actor?: PlanActor;
}): Promise<Applied> {
  const row = seen.subscriptionId === null ? undefined : await lockRow({ client, userId, seen });
  if (!row) return 'unknown';
  if (row.isLater) {
    const details = { seen: seen.seenAt.toISOString() };
    await recordPlanEvent({ client, code: 'stripe_stale', userId, actor, details });
    return 'stale';
  }
  const isWithheld = cause === 'act' && isHigherTier(seen.tier, row.userTier);
  const tier = isWithheld ? row.userTier : seen.tier;
  // A held-back update must not block the provider's own later one, even if it was fetched earlier.
  const wasEnding = row.cancelAtPeriodEnd || row.status === 'past_due';
  const goesOn = wasEnding && !seen.isCancelled && isLiving(seen.status) && seen.status !== 'past_due';
  await writeRow({ client, userId, seen, tier, isCounted: !isWithheld, goesOn });
  await recordOfferUse({ client, userId, trialStartedAt: seen.trialStartedAt });
  if (seen.status === 'past_due' && row.status !== 'past_due')
    await enqueueFailedPaymentMail({ client, userId });
  const paused = tier === row.userTier ? [] : await setTier({ client, userId, tier });
  const details: Record<string, string | number> = {
    ...(tier !== row.userTier && { from: row.userTier, to: tier }),
    ...(paused.length > 0 && { 'jobs paused': paused.length }),
    ...(seen.status !== row.status && { status: seen.status }),
    ...(seen.isCancelled !== row.cancelAtPeriodEnd && { cancelled: seen.isCancelled ? 'yes' : 'no' }),
  };
  if (Object.keys(details).length > 0) {
    await recordPlanEvent({
      client,
      code: 'tier_changed',
      userId,
      actor,
      details: { ...details, by: cause },
    });
  }
  return 'applied';
}

/** Locks the account first, like every change of a tier and every count against it. */
async function lockRow({
  client,
  userId,
  seen,
}: {
  client: Client;
  userId: number;
  seen: SeenSubscription;
}): Promise<Row | undefined> {
  const { rows: users } = await client.query<{ tier: Tier }>(
    `select "tier"::text as "tier" from "User" where "id" = $1 for no key update`,
    [userId],
  );
  const { rows } = await client.query<Omit<Row, 'userTier'>>(
    `select "status", "cancelAtPeriodEnd", coalesce("fetchedAt" > $2, false) as "isLater"
     from "Subscription" where "userId" = $1 and "stripeCustomerId" = $3 for update`,
    [userId, seen.seenAt, seen.customerId],
  );
  const [user] = users;
  const [row] = rows;
  return user && row && { ...row, userTier: user.tier };
}

async function writeRow({
  client,
  userId,
  seen,
  tier,
  isCounted,
  goesOn,
}: {
  client: Client;
  userId: number;
  seen: SeenSubscription;
  tier: Tier;
  isCounted: boolean;
  /** Its end was near and no longer is: the choice of the jobs to keep is void. */
  goesOn: boolean;
}): Promise<void> {
  await client.query(
    `update "Subscription" set
       "stripeSubscriptionId" = $2, "status" = $3, "tier" = $4::"Tier",
       "currentPeriodStart" = $5, "currentPeriodEnd" = $6, "cancelAtPeriodEnd" = $7,
       "trialStartedAt" = coalesce("trialStartedAt", $8), "trialEndsAt" = $9,
       "firstPaidAt" = coalesce("firstPaidAt", $10), "nextPaymentAt" = $11,
       "keptJobIds" = case when $14 then '{}' else "keptJobIds" end,
       "fetchedAt" = case when $12 then $13 else "fetchedAt" end, "updatedAt" = now()
     where "userId" = $1`,
    [
      userId,
      seen.subscriptionId,
      seen.status,
      tier,
      seen.periodStart,
      seen.periodEnd,
      seen.isCancelled,
      seen.trialStartedAt,
      seen.trialEndsAt,
      seen.paidAt,
      seen.nextPaymentAt,
      isCounted,
      seen.seenAt,
      goesOn,
    ],
  );
}
