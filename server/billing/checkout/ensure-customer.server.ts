import { AppError } from '#domain/errors.ts';
import { removeCustomer } from '#server/billing/close-customer.server.ts';
import { askProvider } from '#server/billing/payment-provider.server.ts';
import { db, getPool } from '#server/database/db.server.ts';

/** Forgets a customer whom the provider does not know: of another provider account, or removed there. */
export async function forgetCustomer({ customerId }: { customerId: string }): Promise<void> {
  await getPool().query(
    `update "Subscription" set "stripeCustomerId" = null, "stripeSubscriptionId" = null where "stripeCustomerId" = $1`,
    [customerId],
  );
}

/**
 * The account's customer at the payment provider, made at the first checkout; two at once make one.
 * @throws AppError not_found: the account was removed; external_service_error
 */
export async function ensureCustomer({
  userId,
  after = 'none',
}: {
  userId: number;
  /** The customer that was forgotten before. */
  after?: string;
}): Promise<string> {
  const user = await db().user.findFirst({
    where: { id: userId, deletedAt: null },
    include: { subscription: true },
  });
  if (!user) throw new AppError('not_found');
  const known = user.subscription?.stripeCustomerId;
  if (known) return known;
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  const customer = await askProvider((provider) =>
    provider.customers.create(
      { email: user.email, ...(name && { name }), metadata: { user_id: String(userId) } },
      // Another installation, or a restored one, may use the same id for another account.
      {
        idempotencyKey: `customer-${userId}-${user.createdAt.getTime()}-${user.updatedAt.getTime()}-after-${after}`,
      },
    ),
  );
  const { rows } = await getPool().query<{ stripeCustomerId: string }>(
    `with owner as (select "id" from "User" where "id" = $1 and "deletedAt" is null for no key update)
     insert into "Subscription" as s ("userId", "stripeCustomerId", "status") select "id", $2, 'none' from owner
     on conflict ("userId") do update set "stripeCustomerId" = coalesce(s."stripeCustomerId", excluded."stripeCustomerId")
     returning "stripeCustomerId"`,
    [userId, customer.id],
  );
  const kept = rows[0]?.stripeCustomerId;
  if (kept) return kept;
  // The account was deleted during the request: otherwise this customer would never be closed.
  await removeCustomer({ customerId: customer.id });
  throw new AppError('not_found');
}
