import { CreditCard } from 'lucide-react';
import { ActButton } from '#app/components/settings/act-button.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { Time } from '#app/components/ui/time.tsx';
import type { PlanEndView } from '#app/presenters/settings/plan-end.server.ts';
import type { SubscriptionView } from '#app/presenters/settings/subscription-state.ts';
import { moneyBackDays } from '#domain/plan.ts';
import { changeWord } from './change-word.ts';
import { noneIsPaused } from './none-is-paused.ts';
import { PlanOffers } from './plan-offers.tsx';
import { useStateFocus } from './use-state-focus.ts';

interface SubscriptionActionsProps {
  subscription: SubscriptionView;
  /** Jobs the end of the plan will pause. */
  end: PlanEndView | null;
}

/** Available actions for the subscription in its current state. */
export function SubscriptionActions({ subscription, end }: SubscriptionActionsProps) {
  const { offers, hasPortal, refundableUntil, canBuy, isTestMode } = subscription;
  const isManaged = hasPortal || subscription.canCancel || subscription.canResume;
  const holder = useStateFocus(subscription.state);
  return (
    <div ref={holder}>
      {offers.length > 0 ? (
        <div className="border-t border-control">
          <PlanOffers subscription={subscription} />
        </div>
      ) : null}
      {isManaged ? (
        <div className="border-t border-border p-4 sm:px-5">
          <Buttons subscription={subscription} end={end} />
        </div>
      ) : null}
      {refundableUntil === null ? null : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-border px-4 py-3 sm:px-5">
          <p className="min-w-0 flex-1 basis-60 text-xs text-pretty text-muted">
            Within {moneyBackDays} days of the first payment, until <Time at={refundableUntil} />, you can get
            a full refund, once per customer.
          </p>
          <EndButton act="refund" end={end} className="-mx-2.5">
            Cancel and Refund
          </EndButton>
        </div>
      )}
      {isTestMode || !canBuy ? (
        <p className="border-t border-border bg-sunken px-4 py-2.5 text-xs text-pretty text-muted sm:px-5">
          {canBuy
            ? 'Test mode: nobody is charged. Do not enter a real card on the payment pages.'
            : 'Payments are not configured on this installation.'}
        </p>
      ) : null}
    </div>
  );
}

function Buttons({ subscription, end }: SubscriptionActionsProps) {
  const { state, changeTo, canCancel, canResume, hasPortal } = subscription;
  return (
    <div className="flex flex-wrap gap-2">
      {canResume ? (
        <ActButton act="resume-subscription" variant="primary">
          Resume Subscription
        </ActButton>
      ) : null}
      {changeTo ? (
        <ButtonLink to={`/dashboard/settings/change-plan?tier=${changeTo}`}>
          {changeWord(changeTo)}
        </ButtonLink>
      ) : null}
      {hasPortal ? (
        <ActButton act="billing" icon={CreditCard} variant={state === 'past_due' ? 'primary' : 'secondary'}>
          Manage Billing
        </ActButton>
      ) : null}
      {canCancel ? (
        <EndButton act="cancel-subscription" end={end} className="max-sm:-ml-2.5">
          Cancel Subscription
        </EndButton>
      ) : null}
    </div>
  );
}

/**
 * Ends the plan. If that pauses jobs, a page asks which ones stay active; otherwise a dialog says that no job
 * is paused.
 */
function EndButton({
  act,
  end,
  className,
  children,
}: {
  act: 'cancel-subscription' | 'refund';
  end: PlanEndView | null;
  className?: string;
  children: string;
}) {
  if (end && end.above > 0)
    return (
      <ButtonLink to={`/dashboard/settings/kept-jobs?act=${act}`} variant="danger" className={className}>
        {children}
      </ButtonLink>
    );
  return (
    <ActButton act={act} variant="danger" className={className} hint={end ? noneIsPaused(end) : undefined}>
      {children}
    </ActButton>
  );
}
