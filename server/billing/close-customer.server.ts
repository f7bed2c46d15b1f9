import { askProvider, providerCode } from '#server/billing/payment-provider.server.ts';
import { db } from '#server/db.server.ts';

/**
 * Removes an account's customer at the payment provider, which ends what it subscribes to at once and forgets its card.
 * Called before an account is deleted, so that nobody goes on paying for it; asking again does no harm.
 * @throws AppError external_service_error: the account must not be deleted yet
 */
export async function closeCustomer({ userId }: { userId: number }): Promise<void> {
  const row = await db().subscription.findUnique({ where: { userId } });
  const customerId = row?.stripeCustomerId;
  if (!customerId) return;
  await askProvider((provider) => provider.customers.del(customerId)).catch((error: unknown) => {
    if (providerCode(error) !== 'resource_missing') throw error;
  });
}
