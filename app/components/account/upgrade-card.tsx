import { ActButton } from '#app/components/settings/act-button.tsx';
import { Card, CardBody } from '#app/components/ui/card.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { type PaidTier, plans, trialDays } from '#domain/plan.ts';
import { PlanRoom } from './plan-offers.tsx';

export interface UpgradeCardProps {
  tier: PaidTier;
  /** The plan starts with a free trial (D23). */
  hasTrial: boolean;
  /** Payments are enabled on this installation. */
  canBuy: boolean;
}

/** A plan chosen on the public page: its price and its checkout. */
export function UpgradeCard({ tier, hasTrial, canBuy }: UpgradeCardProps) {
  const { priceUsd } = plans[tier];
  return (
    <Card className="max-w-form" aria-label="Plan">
      <CardBody className="grid gap-4">
        <p className="font-semibold">
          {hasTrial ? `${trialDays} days free, then $${priceUsd} per month.` : `$${priceUsd} per month.`}
        </p>
        <p className="max-w-prose text-muted">
          <PlanRoom tier={tier} /> You enter your card on the payment provider's page, then return to
          Settings.
          {hasTrial ? ' Cancel before the trial ends, and you pay nothing.' : null}
        </p>
        <div className="flex flex-wrap gap-2">
          <ActButton
            act="checkout"
            fields={{ tier }}
            variant="primary"
            disabledReason={canBuy ? undefined : 'Payments are not configured.'}
          >
            Continue to Checkout
          </ActButton>
          <ButtonLink to="/dashboard">Stay on Free</ButtonLink>
        </div>
      </CardBody>
    </Card>
  );
}
