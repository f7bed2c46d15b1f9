import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { JobLines } from '#app/components/admin/job-lines.tsx';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { plural } from '#app/format/time-format.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireAdmin } from '#app/http/session/guards.server.ts';
import { readJobPage } from '#app/presenters/admin/job-list.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Active Jobs · Punctual' },
];

export const loader = pageLoader({
  guard: requireAdmin,
  run: ({ request }) => readJobPage({ list: 'active', params: new URL(request.url).searchParams }),
});

export default function ActiveJobsPage() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Active Jobs" sub={`${plural(page.total, 'active job')}, the newest first.`} />
      <JobLines {...page} caption="Active Jobs" path="/admin/active-jobs" empty="No active jobs." />
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
