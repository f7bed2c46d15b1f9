import { useEffect, type ReactNode } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { countText, plural } from '#app/components/ui/time-format.ts';
import { useToast } from '#app/components/ui/toast.tsx';
import type { Settings } from '#app/presenters/settings/settings.server.ts';

const failed = 'Failed to load user stats';

/** The account in figures; where they cannot be had the page says so, and the rest of it stands. */
export function StatisticsCard({ stats }: { stats: Settings['stats'] }) {
  const showToast = useToast();
  const isMissing = stats === null;
  useEffect(() => {
    if (isMissing) showToast({ message: failed, tone: 'error' });
  }, [isMissing, showToast]);
  return (
    <Card id="statistics" aria-labelledby="statistics-head">
      <CardHead id="statistics-head" title="Account Statistics" />
      {stats ? (
        <dl className="border-t border-control">
          <Figure label="Total Jobs">{countText(stats.totalJobs)}</Figure>
          <Figure label="Active Jobs">{countText(stats.activeJobs)}</Figure>
          <Figure label="Recent Executions" sub="last 24 hours">
            {countText(stats.recentExecutions)}
          </Figure>
          <Figure label="Success Rate" sub="of what is kept">
            {stats.successRate === null ? 'N/A' : `${stats.successRate.toFixed(1)}%`}
          </Figure>
          <Figure label="Account Age">{plural(stats.ageDays, 'day')}</Figure>
          <Figure label="Job Limit">
            {stats.jobLimit === null ? 'Unlimited' : countText(stats.jobLimit)}
          </Figure>
        </dl>
      ) : (
        <CardBody>
          <Banner
            tone="danger"
            action={
              <ButtonLink to="/dashboard/settings" variant="plain" size="sm">
                Retry
              </ButtonLink>
            }
          >
            {failed}
          </Banner>
        </CardBody>
      )}
    </Card>
  );
}

function Figure({ label, sub, children }: { label: string; sub?: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-baseline justify-between gap-4 border-border px-4 py-2.5 not-first:border-t sm:px-5">
      <dt className="text-muted">
        {label}
        {sub ? <span className="ml-2 text-xs">{sub}</span> : null}
      </dt>
      <dd className="font-semibold whitespace-nowrap">{children}</dd>
    </div>
  );
}
