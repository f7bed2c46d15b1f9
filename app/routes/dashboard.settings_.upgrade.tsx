import { redirect, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { UpgradeCard } from '#app/components/account/upgrade-card.tsx';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { paidTierOf } from '#app/http/settings/subscription-acts.server.ts';
import { toSubscriptionView } from '#app/presenters/settings/subscription-state.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { plans } from '#domain/plan.ts';
import { currentSubscription } from '#server/billing/current-subscription.server.ts';
import { now as clock } from '#server/clock.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Upgrade · Punctual' },
];

/** Plan chosen before the sign-in; if it cannot be bought, redirects to the settings with the current plan. */
export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, request }) => {
    const tier = paidTierOf(new URL(request.url).searchParams.get('tier'));
    const now = clock();
    const current = await currentSubscription({ userId: user.id, now });
    const { offers, hasTrial, canBuy } = toSubscriptionView({ current, now });
    if (!tier || !offers.includes(tier)) throw redirect('/dashboard/settings#subscription');
    return { tier, hasTrial, canBuy };
  },
});

export default function UpgradePage() {
  const plan = useLoaderData<typeof loader>();
  const { name } = plans[plan.tier];
  return (
    <>
      <PageHead
        title={plan.hasTrial ? `Try ${name} for Free` : `Upgrade to ${name}`}
        back={{ to: '/dashboard/settings', label: 'Settings' }}
      />
      <UpgradeCard {...plan} />
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
