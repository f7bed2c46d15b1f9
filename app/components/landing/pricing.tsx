import { Check, Clock } from 'lucide-react';
import { FeatureText } from '#app/components/account/feature-text.tsx';
import { marketingWidth } from '#app/components/frame/marketing-frame.tsx';
import { SignInLink } from '#app/components/frame/sign-in-link.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { Tag } from '#app/components/ui/tag.tsx';
import { planWords, pricing } from '#app/content/marketing.ts';
import { plans, type PlanFeature, type Tier } from '#domain/plan.ts';
import { LimitsTable } from './limits-table.tsx';
import { SectionHead, sectionRoom } from './section-head.tsx';

const tiers = Object.keys(plans) as Tier[];

export function Pricing({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <section id="pricing" aria-labelledby="pricing-title" className={`${marketingWidth} ${sectionRoom}`}>
      <SectionHead id="pricing-title" title={pricing.title} text={pricing.text} />
      <div className="grid gap-4 md:grid-cols-3 lg:gap-6">
        {tiers.map((tier) => (
          <PlanCard key={tier} tier={tier} isSignedIn={isSignedIn} />
        ))}
      </div>
      <LimitsTable className="mt-4 sm:mt-6" />
    </section>
  );
}

function PlanCard({ tier, isSignedIn }: { tier: Tier; isSignedIn: boolean }) {
  const { name, priceUsd, features } = plans[tier];
  const { price, action, tag, isBest } = planWords[tier];
  const styles = { variant: isBest ? 'primary' : 'secondary', className: 'mt-5 w-full' } as const;
  return (
    <Card
      as="article"
      aria-label={name}
      className={cn('flex flex-col px-4 py-5 sm:p-6', isBest && 'border-brand inset-ring inset-ring-brand')}
    >
      <h3 className="flex items-center justify-between text-xl font-semibold">
        {name}
        {tag ? <Tag isPlain={!isBest}>{tag}</Tag> : null}
      </h3>
      <p className="mt-3 mb-4 pb-3.5 text-muted double-rule-b">
        <b className="mr-1.5 text-4xl text-ink">${priceUsd}</b>
        {price}
      </p>
      <ul className="mb-auto">
        {joinComing(features).map(({ text, isComing, docs }) => (
          <li key={text} className="flex gap-2.5 py-1.25">
            <Icon of={isComing ? Clock : Check} className="mt-0.5 text-muted" />
            <FeatureText text={text} docs={docs} />
          </li>
        ))}
      </ul>
      {isSignedIn ? (
        <ButtonLink to="/dashboard/settings" {...styles}>
          {pricing.signedInAction}
          <span className="sr-only">, {name}</span>
        </ButtonLink>
      ) : (
        <SignInLink
          door="sign-in"
          {...(tier !== 'free' && { redirectTo: `/dashboard/settings/upgrade?tier=${tier}` })}
          {...styles}
        >
          {action}
          <span className="sr-only">, {name}</span>
        </SignInLink>
      )}
    </Card>
  );
}

/** Joins planned features into one last line (D39). */
function joinComing(features: readonly PlanFeature[]): PlanFeature[] {
  const coming = features.filter(({ isComing }) => isComing).map(({ text }) => text);
  const there = features.filter(({ isComing }) => !isComing);
  if (coming.length === 0) return there;
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(
    coming.map((text, index) => (index === 0 ? text : text.charAt(0).toLowerCase() + text.slice(1))),
  );
  return [...there, { text: `${list}: coming`, isComing: true }];
}
