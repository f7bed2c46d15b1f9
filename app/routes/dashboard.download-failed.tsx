import { data, redirect, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { ErrorPage } from '#app/components/frame/error-page.tsx';
import { readFailedDownload } from '#app/http/pages/download-loader.server.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';

export const meta: MetaFunction = () => [{ title: 'Download Failed · Punctual' }];

/** Reason for a failed download, for browsers without JavaScript; otherwise the page stays and shows a toast. */
export const loader = pageLoader({
  guard: requireUser,
  run: async ({ request }) => {
    const failed = await readFailedDownload(request);
    if (failed === null) throw redirect('/dashboard');
    return data(failed, { status: failed.status });
  },
});

export default function DownloadFailedPage() {
  const { from, ...failed } = useLoaderData<typeof loader>();
  return <ErrorPage {...failed} action={{ to: from, label: 'Go Back' }} />;
}

export function ErrorBoundary() {
  return <DashboardError />;
}
