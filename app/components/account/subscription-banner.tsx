import type { ReactNode } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { Time } from '#app/components/ui/time.tsx';
import type { SubscriptionView } from '#app/presenters/settings/subscription-state.ts';

/** State of the subscription in a sentence; states that need action get a background. */
export function SubscriptionBanner({
  subscription: { state, until, retryAt },
}: {
  subscription: SubscriptionView;
}) {
  const end = until === null ? null : <Time at={until} />;
  switch (state) {
    case 'free':
      return null;
    case 'given':
      return <Line>You have this plan without a subscription: nothing is charged for it.</Line>;
    case 'trialing':
      return <Line>Your trial ends{end ? <> on {end}</> : null}. Then your card is charged each month.</Line>;
    case 'active':
      return end ? <Line>It renews automatically on {end}.</Line> : null;
    case 'ended':
      return <Line>Your subscription has ended{end ? <> on {end}</> : null}. The plan is Free.</Line>;
    case 'canceled':
      return (
        <Loud>
          Your subscription is canceled. It works {end ? <>until {end}</> : 'until the end of its period'},
          then the plan is Free.
        </Loud>
      );
    case 'past_due':
      return (
        <Loud>
          The last payment failed. It will be retried
          {retryAt === null ? null : (
            <>
              {' '}
              on <Time at={retryAt} />
            </>
          )}
          ; if no attempt succeeds, the plan becomes Free. To settle it now, use another card under Manage
          Billing.
        </Loud>
      );
  }
}

function Line({ children }: { children: ReactNode }) {
  return <p className="px-4 pb-4 text-pretty sm:px-5">{children}</p>;
}

function Loud({ children }: { children: ReactNode }) {
  return (
    <div className="px-4 pb-4 sm:px-5">
      <Banner tone="warning">{children}</Banner>
    </div>
  );
}
