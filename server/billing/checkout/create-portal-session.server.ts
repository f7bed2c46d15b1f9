import { AppError } from '#domain/errors.ts';
import { portalSettings } from '#server/billing/checkout/portal-settings.server.ts';
import { settingsUrl } from '#server/billing/checkout/settings-url.server.ts';
import { askProvider } from '#server/billing/payment-provider.server.ts';
import { db } from '#server/database/db.server.ts';

/**
 * Opens the payment provider's page for cards and invoices.
 * @returns its address, valid for some minutes
 * @throws AppError conflict: the account has never subscribed; external_service_error
 */
export async function createPortalSession({ userId }: { userId: number }): Promise<string> {
  const row = await db().subscription.findUnique({ where: { userId } });
  const customer = row?.stripeSubscriptionId ? row.stripeCustomerId : null;
  if (!customer) {
    throw new AppError('conflict', { message: 'There is nothing to manage yet. Choose a plan first.' });
  }
  const configuration = await portalSettings();
  const { url } = await askProvider((provider) =>
    provider.billingPortal.sessions.create({
      customer,
      return_url: settingsUrl(),
      ...(configuration !== undefined && { configuration }),
    }),
  );
  return url;
}
