import type { Act } from '#app/http/settings/act.ts';
import { requestFacts } from '#app/http/request-facts.ts';
import { priceText } from '#app/components/account/price-text.ts';
import { AppError } from '#domain/errors.ts';
import { type PaidTier, paidTiers } from '#domain/plan.ts';
import type { SignedIn } from '#server/accounts/types.ts';
import { openPortal } from '#server/billing/open-portal.server.ts';
import type { PlanActor } from '#server/billing/record-plan-event.server.ts';
import { refundSubscription } from '#server/billing/refund-subscription.server.ts';
import { setRenewal } from '#server/billing/set-renewal.server.ts';
import { startCheckout } from '#server/billing/start-checkout.server.ts';

const anchor = 'subscription';

/** The buttons of the subscription card (specification sections 4 and 8). */
export const subscriptionActs = {
  checkout: {
    fallback: 'Failed to start checkout process',
    anchor,
    run: async ({ user, form }) => {
      const tier = paidTierOf(form.get('tier'));
      if (!tier) throw new AppError('validation_error', { message: 'Choose Premium or Ultimate.' });
      return { leadTo: await startCheckout({ userId: user.id, tier }) };
    },
  },
  billing: {
    fallback: 'Failed to open the billing page. Please try again.',
    anchor,
    run: async ({ user }) => ({ leadTo: await openPortal({ userId: user.id }) }),
  },
  'cancel-subscription': {
    fallback: 'Failed to cancel subscription',
    anchor,
    run: async ({ user, request }) => {
      await setRenewal({ userId: user.id, isRenewed: false, actor: planActor({ user, request }) });
      return 'Subscription Canceled';
    },
  },
  'resume-subscription': {
    fallback: 'Failed to resume subscription',
    anchor,
    run: async ({ user, request }) => {
      await setRenewal({ userId: user.id, isRenewed: true, actor: planActor({ user, request }) });
      return 'Subscription Updated';
    },
  },
  refund: {
    fallback: 'Failed to cancel subscription',
    anchor,
    run: async ({ user, request }) => {
      const cents = await refundSubscription({ userId: user.id, actor: planActor({ user, request }) });
      const message = `${priceText(cents)} is given back to the card that paid.`;
      return { title: 'Subscription Canceled', message, tone: 'success' };
    },
  },
} satisfies Record<string, Act>;

/** The plan that a form or an address names; undefined for any other text. */
export function paidTierOf(text: unknown): PaidTier | undefined {
  return paidTiers.find((tier) => tier === text);
}

/** Whose button it was, for the security log. */
export function planActor({ user, request }: Pick<SignedIn, 'user'> & { request: Request }): PlanActor {
  return { id: user.id, request: requestFacts(request) };
}
