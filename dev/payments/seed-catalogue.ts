import { type PaidTier, paidTiers } from '#domain/plan.ts';
import { ensureCustomer, forgetCustomer } from '#server/billing/checkout/ensure-customer.server.ts';
import { paymentProvider, providerCode } from '#server/billing/payment-provider.server.ts';
import { priceOf } from '#server/billing/prices.server.ts';
import { publishPrices } from '#server/billing/publish-prices.server.ts';
import { refreshSubscription } from '#server/billing/refresh-subscription.server.ts';
import { listSubscriptions } from '#server/billing/see-subscription.server.ts';
import { closeDatabase, db } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';

// Adds what the fake lacks at each start: the prices, and the subscriptions of the seeded accounts.
const issuer = env().OIDC_ISSUER;
const subjects = ['premium', 'ultimate', 'admin'];
await publishPrices();
for (const tier of paidTiers) {
  const users = await db().user.findMany({
    where: { issuer, subject: { in: subjects }, tier },
    include: { subscription: true },
  });
  for (const { id, subscription } of users) {
    const customerId = subscription?.stripeCustomerId ?? null;
    if (customerId === null || !(await isKnown(customerId))) await subscribeTo({ userId: id, tier });
  }
}
await closeDatabase();

/** A fake that restarted without its records gets every customer again. */
async function isKnown(customerId: string): Promise<boolean> {
  try {
    await listSubscriptions({ customerId });
    return true;
  } catch (error) {
    if (providerCode(error) !== 'resource_missing') throw error;
    await forgetCustomer({ customerId });
    return false;
  }
}

async function subscribeTo({ userId, tier }: { userId: number; tier: PaidTier }): Promise<void> {
  const customer = await ensureCustomer({ userId });
  const price = await priceOf(tier);
  const provider = await paymentProvider();
  await provider.subscriptions.create({
    customer,
    items: [{ price }],
    metadata: { user_id: String(userId) },
  });
  await refreshSubscription({ customerId: customer, cause: 'reconcile' });
}
