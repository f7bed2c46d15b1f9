import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { IncidentList, IncidentToolbar } from '#app/components/incident/incident-list.tsx';
import { useLive } from '#app/components/live/use-live.ts';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { readIncidentPage } from '#app/presenters/incident/incident-list.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Incidents · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: ({ user, request }) =>
    readIncidentPage({ ownerId: user.id, params: new URL(request.url).searchParams }),
});

export default function IncidentsPage() {
  const page = useLoaderData<typeof loader>();
  useLive();
  return (
    <>
      <PageHead
        title="Incidents"
        sub="One incident for each streak of failures, from its first notification to the next success."
      />
      <IncidentToolbar query={page.query} />
      <IncidentList {...page} />
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
