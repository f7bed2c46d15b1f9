import { closeCheckout, openCheckouts } from '#server/billing/checkout/open-checkouts.server.ts';
import { recordOfferUse } from '#server/billing/offer-use.server.ts';
import { askProvider, providerCode } from '#server/billing/payment-provider.server.ts';
import { listSubscriptions } from '#server/billing/see-subscription.server.ts';
import { db } from '#server/database/db.server.ts';

/**
 * Removes an account's customer at the payment provider, which ends its subscription at once and deletes its card.
 * Called before an account is deleted, so its payments end; safe to repeat. Offers used once per person are recorded
 * first (recordOfferUse), including a trial with a pending webhook.
 * @returns the removed customer; null if there was none
 * @throws AppError external_service_error: the account must not be deleted yet
 */
export async function closeCustomer({ userId }: { userId: number }): Promise<string | null> {
  const row = await db().subscription.findUnique({ where: { userId } });
  if (!row) return null;
  const { stripeCustomerId: customerId, trialStartedAt, refundedAt } = row;
  await recordOfferUse({ userId, trialStartedAt, refundedAt });
  if (!customerId) return null;
  if (!trialStartedAt) await recordOfferUse({ userId, trialStartedAt: await trialOf({ customerId }) });
  await removeCustomer({ customerId });
  return customerId;
}

async function trialOf({ customerId }: { customerId: string }): Promise<Date | null> {
  try {
    const starts = (await listSubscriptions({ customerId })).flatMap(({ trial_start }) => trial_start ?? []);
    return starts.length > 0 ? new Date(Math.min(...starts) * 1_000) : null;
  } catch (error) {
    if (providerCode(error) === 'resource_missing') return null;
    throw error;
  }
}

/**
 * Removes a customer at the payment provider, if it is there, and closes the pages on which it could still pay.
 * @throws AppError external_service_error
 */
export async function removeCustomer({ customerId }: { customerId: string }): Promise<void> {
  try {
    for (const { id } of await openCheckouts({ customerId })) await closeCheckout({ id });
    await askProvider((provider) => provider.customers.del(customerId));
  } catch (error) {
    if (providerCode(error) !== 'resource_missing') throw error;
  }
}
