import { Fragment } from 'react';
import { ActButton } from '#app/components/settings/act-button.tsx';
import { plural } from '#app/format/time-format.ts';
import type { SubscriptionView } from '#app/presenters/settings/subscription-state.ts';
import { type PaidTier, plans, trialDays } from '#domain/plan.ts';
import { FeatureText } from './feature-text.tsx';

/** The paid plans, each with a button to its checkout. */
export function PlanOffers({ subscription }: { subscription: SubscriptionView }) {
  const { offers, hasTrial, canBuy } = subscription;
  return (
    <ul aria-label="Plans to upgrade to" className="[&>li+li]:border-t [&>li+li]:border-border">
      {offers.map((tier, index) => {
        const { name, priceUsd } = plans[tier];
        const price = `$${priceUsd} per month`;
        return (
          <li
            key={tier}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5 max-sm:[&>form]:grow"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold">
                {name}
                <span className="font-normal text-muted">
                  , {hasTrial ? `${trialDays} days free, then ${price}` : price}
                </span>
              </p>
              <p className="text-xs text-muted">
                <PlanRoom tier={tier} />
              </p>
            </div>
            <ActButton
              act="checkout"
              fields={{ tier }}
              variant={index === 0 ? 'primary' : 'secondary'}
              disabledReason={canBuy ? undefined : 'Payments are not configured.'}
              className="max-sm:grow"
            >
              {`Upgrade to ${name}`}
            </ActButton>
          </li>
        );
      })}
    </ul>
  );
}

/** Limits of a plan in one sentence. */
export function PlanRoom({ tier }: { tier: PaidTier }) {
  const { jobLimit, retentionDays, features } = plans[tier];
  const jobs = jobLimit === null ? 'Unlimited jobs' : `Up to ${plural(jobLimit, 'job')}`;
  const explained = features.filter(({ docs }) => docs !== undefined);
  return (
    <>
      {jobs}, history of {plural(retentionDays, 'day')}, API access
      {explained.map(({ text, docs }) => (
        <Fragment key={text}>
          , <FeatureText text={text.toLowerCase()} docs={docs} />
        </Fragment>
      ))}
      .
    </>
  );
}
