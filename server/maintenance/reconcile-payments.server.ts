import { AppError } from '#domain/errors.ts';
import { arePaymentsConfigured, providerCode } from '#server/billing/payment-provider.server.ts';
import { refreshSubscription } from '#server/billing/refresh-subscription.server.ts';
import { getPool } from '#server/database/db.server.ts';

/** A plan updated within this time is not fetched. */
const heardOfHours = 20;
/** For a free account, webhooks may still arrive this long after the end of its plan or of an abandoned checkout. */
const rememberedDays = 30;
const customersAtOnce = 2_000;
/** After as many refusals in a row the provider counts as down, and the next run tries again. */
const refusalsInARow = 5;

/**
 * Fetches every customer without an update for 20 hours from the payment provider, to recover lost webhooks
 * (security.md section 8).
 * @returns number of applied subscriptions
 * @throws AppError external_service_error: the provider is down
 */
export async function reconcilePayments({ isStopping }: { isStopping: () => boolean }): Promise<number> {
  if (!arePaymentsConfigured()) return 0;
  const { rows } = await getPool().query<{ customerId: string }>(
    `select "stripeCustomerId" as "customerId" from "Subscription"
     where "stripeCustomerId" is not null
       and ("tier" <> 'free' or coalesce("currentPeriodEnd", "updatedAt") > now() - interval '${rememberedDays} days')
       and coalesce("fetchedAt", 'epoch') < now() - interval '${heardOfHours} hours'
     order by "fetchedAt" nulls first limit $1`,
    [customersAtOnce],
  );
  let applied = 0;
  let refused = 0;
  for (const { customerId } of rows) {
    if (isStopping()) break;
    try {
      if ((await refreshSubscription({ customerId, cause: 'reconcile' })) === 'applied') applied += 1;
      refused = 0;
    } catch (error) {
      // A customer of another account of the provider, or removed there: no updates will come.
      if (providerCode(error) === 'resource_missing') continue;
      refused += 1;
      if (!(error instanceof AppError) || refused >= refusalsInARow) throw error;
    }
  }
  return applied;
}
