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
  { title: error ? errorTitle(error) : 'Recent Failures · Punctual' },
];

export const loader = pageLoader({
  guard: requireAdmin,
  run: ({ request }) => readJobPage({ list: 'failing', params: new URL(request.url).searchParams }),
});

export default function FailuresPage() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Recent Failures"
        sub={`${plural(page.total, 'job')} whose last execution failed, the latest first.`}
      />
      <JobLines {...page} caption="Recent Failures" path="/admin/failures" empty="No job failed last." />
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
