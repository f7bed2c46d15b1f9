import { Check, Clock } from 'lucide-react';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { plural } from '#app/components/ui/time-format.ts';
import { plans, type Tier } from '#domain/plan.ts';

interface PlanCardProps {
  tier: Tier;
  /** Active and paused jobs. */
  used: number;
}

/** The current plan: what it holds and how much of it is used. */
export function PlanCard({ tier, used }: PlanCardProps) {
  const { name, priceUsd, jobLimit, retentionDays, description, features } = plans[tier];
  return (
    <Card aria-labelledby="plan">
      <CardHead id="plan" title="Subscription" note={description} />
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
        <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {features.map(({ text, isComing }) => (
            <li key={text} className="flex gap-2.5">
              <Icon of={isComing ? Clock : Check} className="mt-0.5 text-muted" />
              <span>{isComing ? `${text}: coming` : text}</span>
            </li>
          ))}
        </ul>
      </CardBody>
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
