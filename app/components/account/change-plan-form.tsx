import { Form, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { Card, CardBody } from '#app/components/ui/card.tsx';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { Tag } from '#app/components/ui/tag.tsx';
import { priceText } from '#app/format/price-text.ts';
import { plural } from '#app/format/time-format.ts';
import { isHigherTier, jobLimit, plans, type PaidTier, retentionDays, type Tier } from '#domain/plan.ts';
import type { PlanEndJobs } from '#server/billing/plan-end-jobs.server.ts';
import { changeWord } from './change-word.ts';
import { KeptJobsField, type RefusedChoice } from './kept-jobs-field.tsx';

interface ChangePlanFormProps {
  from: Tier;
  to: PaidTier;
  /** For the rest of the period; a negative amount is credited to the next invoices. */
  prorationCents: number;
  dueCents: number;
  monthlyCents: number;
  /** Instant the amounts were calculated for, UTC milliseconds. */
  at: number;
  /** Effect of the new plan on the active jobs. */
  jobs: PlanEndJobs;
  refused: RefusedChoice | undefined;
  isTestMode: boolean;
}

/** Price and effects of a plan change, with its confirmation. */
export function ChangePlanForm(change: ChangePlanFormProps) {
  const { from, to, prorationCents, dueCents, monthlyCents, at, isTestMode } = change;
  const isPending = useNavigation().state !== 'idle';
  const credit = Math.max(0, -prorationCents);
  const isUp = isHigherTier(to, from);
  return (
    <Card className="max-w-form">
      <dl>
        <Amount label="Current plan">{plans[from].name}</Amount>
        <Amount label="New plan (immediately)">{plans[to].name}</Amount>
        <Amount label="Monthly from next period">{priceText(monthlyCents)}</Amount>
        {credit > 0 ? (
          <Amount label="Kept for your next invoices" sub="the rest of the period">
            {priceText(credit)}
          </Amount>
        ) : null}
        <Amount
          label="Due now"
          sub={dueCents > 0 ? 'the difference for the rest of the period' : undefined}
          isTotal
        >
          {priceText(dueCents)}
        </Amount>
      </dl>
      <CardBody className="grid gap-4">
        {isUp ? null : <Losses {...change} />}
        <Form method="post" className="grid gap-4">
          <input type="hidden" name="tier" value={to} />
          <input type="hidden" name="at" value={at} />
          <Choice {...change} />
          <div className="flex flex-wrap items-center gap-2">
            <ButtonLink to="/dashboard/settings#subscription">Cancel</ButtonLink>
            <Button type="submit" variant="primary" isPending={isPending}>
              {changeWord(to)}
            </Button>
            {isTestMode ? (
              <span className="sm:ml-auto">
                <Tag isPlain>Test mode</Tag>
              </span>
            ) : null}
          </div>
        </Form>
      </CardBody>
    </Card>
  );
}

/** Losses with a lower plan (D22). */
function Losses({ from, to, jobs: { active, above } }: ChangePlanFormProps) {
  return (
    <Banner tone="warning">
      {above > 0 ? (
        <p>
          {plans[to].name} allows {plural(jobLimit(to), 'active job')} and you have {active}:{' '}
          {plural(above, 'job')} will be paused at once, by default the newest, and listed on the Settings
          page.
        </p>
      ) : null}
      <p>
        History is kept for {plural(retentionDays(to), 'day')} instead of {retentionDays(from)}: what is older
        is deleted.
      </p>
    </Banner>
  );
}

/** Choice of the jobs that stay active on the lower plan. */
function Choice({ to, jobs: { above, limit, active, jobs }, refused }: ChangePlanFormProps) {
  if (above === 0 || limit === null) return null;
  return (
    <>
      <input type="hidden" name="choice" value="yes" />
      <KeptJobsField {...{ active, jobs, limit, refused }} planName={plans[to].name} />
    </>
  );
}

interface AmountProps {
  label: string;
  sub?: string | undefined;
  /** Draws the total with a double rule above it. */
  isTotal?: boolean;
  children: ReactNode;
}

function Amount({ label, sub, isTotal, children }: AmountProps) {
  return (
    <div
      className={`flex min-h-11 items-baseline justify-between gap-4 border-border px-4 py-2.5 not-first:border-t sm:px-5 ${isTotal ? 'font-semibold double-rule-b' : ''}`}
    >
      <dt className={isTotal ? '' : 'text-muted'}>
        {label}
        {sub ? <span className="block text-xs font-normal text-muted">{sub}</span> : null}
      </dt>
      <dd className="font-semibold whitespace-nowrap">{children}</dd>
    </div>
  );
}
