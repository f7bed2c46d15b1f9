import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DashboardCounters } from '#app/components/job/dashboard-counters.tsx';
import { DashboardHead } from '#app/components/job/dashboard-head.tsx';
import { JobTable } from '#app/components/job/job-table.tsx';
import { JobToolbar } from '#app/components/job/job-toolbar.tsx';
import { ListPages } from '#app/components/job/list-pages.tsx';
import { NoJobs } from '#app/components/job/no-jobs.tsx';
import { SampleNotice } from '#app/components/job/sample-notice.tsx';
import { useRefresh } from '#app/components/job/use-refresh.ts';
import { Card } from '#app/components/ui/card.tsx';
import { requireUser } from '#app/http/guards.server.ts';
import { pageLoader } from '#app/http/page-loader.server.ts';
import { readDashboard } from '#app/presenters/dashboard.server.ts';

export const meta: MetaFunction = () => [{ title: 'Dashboard · Punctual' }];

export const loader = pageLoader({
  guard: requireUser,
  run: ({ user, request }) => readDashboard({ user, request }),
});

export default function DashboardPage() {
  const { query, counters, rail, failing, rows, matching, pages, isSample } = useLoaderData<typeof loader>();
  useRefresh({ everyMs: 15_000 });
  const isNarrowed = query.search !== '' || query.filter !== 'all';
  return (
    <>
      <DashboardHead failing={failing} />
      {isSample ? <SampleNotice /> : null}
      <DashboardCounters counters={counters} rail={rail} rows={rows} />
      <JobToolbar query={query} matching={matching} />
      <Card aria-label="Jobs">
        {rows.length > 0 ? (
          <>
            <JobTable rows={rows} disabledReason={isSample ? 'These rows are samples.' : undefined} />
            <ListPages {...pages} />
          </>
        ) : (
          <NoJobs isNarrowed={isNarrowed} />
        )}
      </Card>
    </>
  );
}
