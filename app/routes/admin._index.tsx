import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { FailedLoad } from '#app/components/admin/failed-load.tsx';
import { OverviewCards } from '#app/components/admin/overview-cards.tsx';
import { QuickActions } from '#app/components/admin/quick-actions.tsx';
import { SystemCard } from '#app/components/admin/system-card.tsx';
import { TrendCard } from '#app/components/admin/trend-card.tsx';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { Columns, PageHead, Stack } from '#app/components/ui/page-head.tsx';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { expectedError } from '#app/http/responses/expected-error.server.ts';
import { requireAdmin } from '#app/http/session/guards.server.ts';
import { readOverview } from '#app/presenters/admin/overview.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { logDefect } from '#app/protocol/log-defect.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Admin Dashboard · Punctual' },
];

export const loader = pageLoader({
  guard: requireAdmin,
  run: ({ request }) =>
    readOverview({
      onFailure: (error) => {
        if (!expectedError(error)) logDefect({ error, request });
      },
    }),
});

export default function AdminOverviewPage() {
  const overview = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Admin Dashboard" sub="The whole installation." />
      {overview.isMissing ? (
        <FailedLoad message="Failed to load admin dashboard statistics" retryTo="/admin" />
      ) : null}
      <Stack>
        <OverviewCards {...overview} />
        <TrendCard trend={overview.trend} />
        <Columns>
          <SystemCard {...overview} />
          <QuickActions />
        </Columns>
      </Stack>
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
