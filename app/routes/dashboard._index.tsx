import { data, redirect, type MetaFunction } from '@remix-run/node';
import { useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { PushQuestion } from '#app/components/installed/push-question.tsx';
import { DashboardCounters } from '#app/components/job/list/dashboard-counters.tsx';
import { DashboardHead } from '#app/components/job/list/dashboard-head.tsx';
import { FirstSteps } from '#app/components/job/list/first-steps.tsx';
import { JobList } from '#app/components/job/list/job-list.tsx';
import { JobTable } from '#app/components/job/list/job-table.tsx';
import { JobToolbar } from '#app/components/job/list/job-toolbar.tsx';
import { NoJobs, NoMatch } from '#app/components/job/list/no-jobs.tsx';
import { SampleNotice } from '#app/components/job/list/sample-notice.tsx';
import { viewPath } from '#app/components/job/list/saved-views.ts';
import { useHeldJobs } from '#app/components/job/list/use-held-jobs.ts';
import { useLive } from '#app/components/live/use-live.ts';
import { Card } from '#app/components/ui/card.tsx';
import { chosenView } from '#app/http/pages/chosen-view.server.ts';
import { readIsListingAll, writeIsListingAll } from '#app/http/pages/display-zone.server.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { readDashboard } from '#app/presenters/job/dashboard.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { hasSwitch, isNarrowed } from '#app/query/list-query.ts';
import type { loader as frameLoader } from '#app/routes/dashboard.tsx';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Dashboard · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ context, user, request }) => {
    const params = new URL(request.url).searchParams;
    const view = await chosenView({ userId: user.id, id: params.get('view') });
    if (view) throw redirect(viewPath(view));
    const isListingAll = await readIsListingAll(request);
    const dashboard = await readDashboard({ context, user, request, isListingAll });
    const { isShowingAll } = dashboard.query;
    const headers = new Headers();
    if (hasSwitch(params) && isShowingAll !== isListingAll)
      headers.append('Set-Cookie', await writeIsListingAll({ request, isListingAll: isShowingAll }));
    return data(dashboard, { headers });
  },
});

export default function DashboardPage() {
  const {
    query,
    counters,
    timeline,
    failing,
    rows: fresh,
    matching,
    pages,
    tags,
    views,
    isSample,
    firstRun,
  } = useLoaderData<typeof loader>();
  const pushKey = useRouteLoaderData<typeof frameLoader>('routes/dashboard')?.pushKey ?? null;
  const rows = useHeldJobs(fresh);
  // Without jobs there is nothing to search or filter.
  const isEmpty = rows.length === 0 && !isNarrowed(query);
  useLive();
  return (
    <>
      <DashboardHead failing={failing} isEmpty={isEmpty} />
      {isSample ? <SampleNotice /> : null}
      {pushKey !== null && failing.total > 0 && !isSample ? <PushQuestion publicKey={pushKey} /> : null}
      <DashboardCounters counters={counters} timeline={timeline} rows={rows} />
      {isEmpty ? (
        <div className="h-4 sm:h-6" />
      ) : (
        <JobToolbar query={query} matching={matching} tags={tags} views={views} />
      )}
      {rows.length === 0 ? (
        <Card aria-label="Jobs">{isEmpty ? <NoJobs firstRun={firstRun} /> : <NoMatch />}</Card>
      ) : isSample ? (
        <Card aria-label="Jobs">
          <JobTable rows={rows} disabledReason="These rows are samples." />
        </Card>
      ) : (
        <JobList rows={rows} query={query} matching={matching} pages={pages} tags={tags} />
      )}
      {firstRun ? (
        <FirstSteps
          steps={firstRun.steps}
          jobId={rows.find(({ status }) => status === 'active')?.id ?? null}
        />
      ) : null}
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
