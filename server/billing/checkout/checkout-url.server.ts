import { AppError } from '#domain/errors.ts';
import { openCheckouts } from '#server/billing/checkout/open-checkouts.server.ts';
import { db } from '#server/database/db.server.ts';

/**
 * The address of a page of the payment provider that startCheckout opened for an account.
 * @throws AppError conflict: it was used or closed; external_service_error
 */
export async function checkoutUrl({
  userId,
  sessionId,
}: {
  userId: number;
  sessionId: string;
}): Promise<string> {
  const row = await db().subscription.findUnique({ where: { userId }, select: { stripeCustomerId: true } });
  const customerId = row?.stripeCustomerId;
  const open = customerId ? await openCheckouts({ customerId }) : [];
  const url = open.find(({ id }) => id === sessionId)?.url;
  if (url) return url;
  throw new AppError('conflict', {
    message: 'The checkout of this request has been completed or closed. Start a new one with another key.',
  });
}
