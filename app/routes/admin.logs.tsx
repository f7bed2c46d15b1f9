import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Download, RefreshCw } from 'lucide-react';
import { FailedLoad } from '#app/components/admin/failed-load.tsx';
import { LogList } from '#app/components/admin/log-list.tsx';
import { LogToolbar } from '#app/components/admin/log-toolbar.tsx';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { DownloadLink } from '#app/components/transfer/download-link.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { expectedError } from '#app/http/responses/expected-error.server.ts';
import { requireAdmin } from '#app/http/session/guards.server.ts';
import { readLogPage } from '#app/presenters/admin/log-page.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { logDefect } from '#app/protocol/log-defect.server.ts';
import { logAddress } from '#app/query/log-query.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'System Security Logs · Punctual' },
];

export const loader = pageLoader({
  guard: requireAdmin,
  run: ({ request }) =>
    readLogPage({
      params: new URL(request.url).searchParams,
      onFailure: (error) => {
        if (!expectedError(error)) logDefect({ error, request });
      },
    }),
});

export default function LogsPage() {
  const { isMissing, query, ...page } = useLoaderData<typeof loader>();
  const here = logAddress(query);
  return (
    <>
      <PageHead
        title="System Security Logs"
        sub="Who did what, and what was refused. Kept for 365 days."
        actions={
          <>
            <ButtonLink to={here} icon={RefreshCw} preventScrollReset>
              Refresh
            </ButtonLink>
            <DownloadLink to={logAddress({ ...query, path: '/admin/logs/export', page: 1 })} icon={Download}>
              Export
            </DownloadLink>
          </>
        }
      />
      <LogToolbar query={query} />
      {isMissing ? (
        <FailedLoad message="Failed to load system logs" retryTo={here} />
      ) : (
        <LogList query={query} {...page} />
      )}
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
