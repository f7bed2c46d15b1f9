import { Check, Clock } from 'lucide-react';
import { MissingPart } from '#app/components/settings/missing-part.tsx';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Tag } from '#app/components/ui/tag.tsx';
import { plural } from '#app/format/time-format.ts';
import type { PlanEndView } from '#app/presenters/settings/plan-end.server.ts';
import type { SubscriptionView } from '#app/presenters/settings/subscription-state.ts';
import { plans, type Tier } from '#domain/plan.ts';
import { FeatureText } from './feature-text.tsx';
import { PausedJobsCard } from './paused-jobs.tsx';
import { PlanEndBanner } from './plan-end-banner.tsx';
import { SubscriptionActions } from './subscription-actions.tsx';
import { SubscriptionBanner } from './subscription-banner.tsx';

interface PlanCardProps {
  tier: Tier;
  /** Active and paused jobs. */
  used: number;
  /** Null if it could not be loaded. */
  subscription: SubscriptionView | null;
  /** Jobs paused by a downgrade. */
  paused: { id: number; name: string }[];
  /** Jobs the end of the paid plan will pause; null if no end is planned. */
  end: PlanEndView | null;
}

/** The current plan with its state, limits, usage and available actions. */
export function PlanCard({ tier, used, subscription, paused, end }: PlanCardProps) {
  const { name, priceUsd, jobLimit, retentionDays, description, features } = plans[tier];
  return (
    <Card id="subscription" aria-labelledby="subscription-head">
      <CardHead
        id="subscription-head"
        title="Subscription"
        hint={description}
        end={subscription?.isTestMode ? <Tag isPlain>Test mode</Tag> : null}
      />
      {subscription ? (
        <SubscriptionBanner subscription={subscription} />
      ) : (
        <MissingPart words="Failed to load subscription information" />
      )}
      {end && (subscription?.state === 'canceled' || subscription?.state === 'past_due') ? (
        <PlanEndBanner {...end} />
      ) : null}
      <PausedJobsCard jobs={paused} />
      <dl className="grid border-t border-border max-sm:divide-y sm:grid-cols-3 sm:divide-x [&>*]:border-border [&>*]:px-4 [&>*]:py-3 sm:[&>*]:px-5">
        <Figure label="Plan" sub={priceUsd === 0 ? 'Free of charge' : `$${priceUsd} per month`}>
          {name}
        </Figure>
        <Figure label="Jobs" sub="Active and paused jobs count.">
          {jobLimit === null ? `${plural(used, 'job')}, unlimited` : `${used} of ${jobLimit} jobs`}
        </Figure>
        <Figure label="History" sub="Executions older than that are deleted.">
          {plural(retentionDays, 'day')}
        </Figure>
      </dl>
      <CardBody className="border-t border-border">
        <ul aria-label={`Features of ${name}`} className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {features.map(({ text, settingsText = text, isComing, docs }) => (
            <li key={text} className="flex gap-2.5">
              <Icon of={isComing ? Clock : Check} className="mt-0.5 text-muted" />
              <FeatureText text={isComing ? `${settingsText}: coming` : settingsText} docs={docs} />
            </li>
          ))}
        </ul>
      </CardBody>
      {subscription ? <SubscriptionActions subscription={subscription} end={end} /> : null}
    </Card>
  );
}

function Figure({ label, sub, children }: { label: string; sub: string; children: string }) {
  return (
    <div>
      <dt className="text-xs font-medium text-muted">{label}</dt>
      <dd className="mt-0.5">
        <span className="block font-semibold">{children}</span>
        <span className="block text-xs text-muted">{sub}</span>
      </dd>
    </div>
  );
}
