import { RefreshCw } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { countText, plural } from '#app/format/time-format.ts';
import type { Settings } from '#app/presenters/settings/settings.server.ts';
import { MissingPart } from './missing-part.tsx';
import { useStats } from './use-stats.ts';

/** Statistics of the account; if they cannot be loaded, the card says so and the rest of the page works. */
export function StatisticsCard({ stats: loaded }: { stats: Settings['stats'] }) {
  const { stats, refresh } = useStats(loaded);
  const onRefresh = (event: MouseEvent) => {
    event.preventDefault();
    refresh();
  };
  return (
    <Card id="statistics" aria-labelledby="statistics-head">
      <CardHead
        id="statistics-head"
        title="Account Statistics"
        end={
          <ButtonLink
            to="/dashboard/settings"
            variant="plain"
            size="icon-sm"
            icon={RefreshCw}
            label="Refresh Statistics"
            className="-mr-2"
            preventScrollReset
            onClick={onRefresh}
          />
        }
      />
      {stats ? (
        <dl className="border-t border-control">
          <Figure label="Total Jobs">{countText(stats.totalJobs)}</Figure>
          <Figure label="Active Jobs">{countText(stats.activeJobs)}</Figure>
          <Figure label="Recent Executions" sub="last 24 hours">
            {countText(stats.recentExecutions)}
          </Figure>
          <Figure label="Success Rate" sub="retained history">
            {stats.successRate === null ? 'N/A' : `${stats.successRate.toFixed(1)}%`}
          </Figure>
          <Figure label="Account Age">{plural(stats.ageDays, 'day')}</Figure>
          <Figure label="Job Limit">
            {stats.jobLimit === null ? 'Unlimited' : countText(stats.jobLimit)}
          </Figure>
        </dl>
      ) : (
        <MissingPart words="Failed to load user stats" onRetry={onRefresh} />
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
