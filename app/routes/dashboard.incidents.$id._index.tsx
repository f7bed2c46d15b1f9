import type { MetaFunction } from '@remix-run/node';
import { isRouteErrorResponse, useLoaderData, useRouteError } from '@remix-run/react';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { ErrorPage } from '#app/components/frame/error-page.tsx';
import { IncidentPage } from '#app/components/incident/incident-page.tsx';
import { useLive } from '#app/components/live/use-live.ts';
import { incidentIdOf } from '#app/http/id-param.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { readIncidentDetails } from '#app/presenters/incident/incident-details.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';

export const meta: MetaFunction<typeof loader> = ({ data, error }) => [
  { title: error ? errorTitle(error) : `${data?.incident.jobName ?? 'Incident'}: Incident · Punctual` },
];

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, params }) => ({
    ...(await readIncidentDetails({ ownerId: user.id, incidentId: incidentIdOf(params.id) })),
    timeZone: user.timeZone,
  }),
});

export default function IncidentRoute() {
  const details = useLoaderData<typeof loader>();
  useLive({ jobId: details.incident.jobId });
  return <IncidentPage {...details} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <DashboardError />;
  return (
    <ErrorPage
      status={404}
      title="Incident Not Found"
      message="It does not exist, it is no longer kept, or you don't have access to it."
      action={{ to: '/dashboard/incidents', label: 'Go to Incidents' }}
    />
  );
}
