import { priceText } from '#app/format/price-text.ts';
import type { Act } from '#app/http/settings/act.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { AppError } from '#domain/errors.ts';
import { type PaidTier, paidTiers } from '#domain/plan.ts';
import type { SignedInAccount } from '#server/accounts/types.ts';
import { createPortalSession } from '#server/billing/checkout/create-portal-session.server.ts';
import { startCheckout } from '#server/billing/checkout/start-checkout.server.ts';
import type { PlanActor } from '#server/billing/record-plan-event.server.ts';
import { refundSubscription } from '#server/billing/refund-subscription.server.ts';
import { setRenewal } from '#server/billing/set-renewal.server.ts';
import { consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';

const anchor = 'subscription';

/** The buttons of the subscription card (specification sections 4 and 8). */
export const subscriptionActs = {
  checkout: {
    fallback: 'Failed to start checkout process',
    anchor,
    run: async ({ user, request, form }) => {
      await takeActor({ user, request });
      const tier = paidTierOf(form.get('tier'));
      if (!tier) throw new AppError('validation_error', { message: 'Choose Premium or Ultimate.' });
      return { leadTo: (await startCheckout({ userId: user.id, tier })).url };
    },
  },
  billing: {
    fallback: 'Failed to open the billing page. Please try again.',
    anchor,
    run: async ({ user, request }) => {
      await takeActor({ user, request });
      return { leadTo: await createPortalSession({ userId: user.id }) };
    },
  },
  'cancel-subscription': {
    fallback: 'Failed to cancel subscription',
    anchor,
    run: async ({ user, request }) => {
      await setRenewal({ userId: user.id, isRenewed: false, actor: await takeActor({ user, request }) });
      return 'Subscription Canceled';
    },
  },
  'resume-subscription': {
    fallback: 'Failed to resume subscription',
    anchor,
    run: async ({ user, request }) => {
      await setRenewal({ userId: user.id, isRenewed: true, actor: await takeActor({ user, request }) });
      return 'Subscription Updated';
    },
  },
  refund: {
    fallback: 'Failed to cancel subscription',
    anchor,
    run: async ({ user, request }) => {
      const cents = await refundSubscription({ userId: user.id, actor: await takeActor({ user, request }) });
      const message = `${priceText(cents)} will be refunded to the card you paid with.`;
      return { title: 'Subscription Canceled', message, tone: 'success' };
    },
  },
} satisfies Record<string, Act>;

/** The plan a form or an address names; undefined for any other text. */
export function paidTierOf(text: unknown): PaidTier | undefined {
  return paidTiers.find((tier) => tier === text);
}

/**
 * The caller of a request to the payment provider, for the security log; consumes a point of their limit.
 * @throws AppError rate_limit
 */
export async function takeActor({
  user: { id },
  request,
}: Pick<SignedInAccount, 'user'> & { request: Request }): Promise<PlanActor> {
  const facts = requestFacts(request);
  const path = new URL(request.url).pathname;
  await consumeRateLimit({ limit: 'payment', key: id, actorId: id, path, request: facts });
  return { id, request: facts };
}
