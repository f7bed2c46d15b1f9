import { AppError } from '#domain/errors.ts';
import { askProvider } from '#server/billing/payment-provider.server.ts';
import type { PlanActor } from '#server/billing/record-plan-event.server.ts';
import { refreshSubscription } from '#server/billing/refresh-subscription.server.ts';
import { livingSubscription } from '#server/billing/subscription-row.server.ts';

/**
 * Cancels a subscription for the end of its period, or undoes that (D23). Without a change, it does nothing.
 * @throws AppError conflict: there is no subscription, or it has ended meanwhile; external_service_error
 */
export async function setRenewal({
  userId,
  isRenewed,
  actor,
}: {
  userId: number;
  /** False cancels, true resumes. */
  isRenewed: boolean;
  actor: PlanActor;
}): Promise<void> {
  const row = await livingSubscription({ userId });
  const id = row.stripeSubscriptionId;
  const refresh = () => refreshSubscription({ customerId: row.stripeCustomerId, cause: 'act', actor });
  try {
    await askProvider((provider) =>
      provider.subscriptions.update(
        id,
        { cancel_at_period_end: !isRenewed },
        { idempotencyKey: `renewal-${String(isRenewed)}-${id}-${actor.request?.id ?? crypto.randomUUID()}` },
      ),
    );
  } catch (error) {
    // It may have ended before the webhook arrived: that is the error to report.
    await refresh();
    await livingSubscription({ userId });
    throw error;
  }
  if ((await refresh()) === 'unknown') throw new AppError('conflict');
}
