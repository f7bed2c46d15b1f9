import { closeCheckout, openCheckouts } from '#server/billing/open-checkouts.server.ts';
import { askProvider, providerCode } from '#server/billing/payment-provider.server.ts';
import { db } from '#server/db.server.ts';

/**
 * Removes an account's customer at the payment provider, which ends what it subscribes to at once and forgets its card.
 * Called before an account is deleted, so that nobody goes on paying for it; asking again does no harm.
 * @returns the customer that is removed; null where there was none
 * @throws AppError external_service_error: the account must not be deleted yet
 */
export async function closeCustomer({ userId }: { userId: number }): Promise<string | null> {
  const row = await db().subscription.findUnique({ where: { userId } });
  const customerId = row?.stripeCustomerId;
  if (!customerId) return null;
  await removeCustomer({ customerId });
  return customerId;
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
