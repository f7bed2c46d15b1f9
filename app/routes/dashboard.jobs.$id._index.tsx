import type { MetaFunction } from '@remix-run/node';
import { isRouteErrorResponse, useLoaderData, useRouteError } from '@remix-run/react';
import { ExecutionHistory } from '#app/components/execution/execution-history.tsx';
import { LatencyCard } from '#app/components/execution/latency-card.tsx';
import { ErrorPage } from '#app/components/frame/error-page.tsx';
import { RouteError } from '#app/components/frame/route-error.tsx';
import { JobFacts } from '#app/components/job/job-facts.tsx';
import { JobHead } from '#app/components/job/job-head.tsx';
import { JobFires } from '#app/components/job/job-fires.tsx';
import { JobNotesCard } from '#app/components/job/job-notes.tsx';
import { RecipientBanner } from '#app/components/job/recipient-banner.tsx';
import { useRefresh } from '#app/components/job/use-refresh.ts';
import { WebhookDetails } from '#app/components/job/webhook-details.tsx';
import { Columns, Stack } from '#app/components/ui/page-head.tsx';
import { requireUser } from '#app/http/guards.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { ownerOf } from '#app/http/owner-of.server.ts';
import { pageLoader } from '#app/http/page-loader.server.ts';
import { readJobPage } from '#app/presenters/job-page.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.job.name ?? 'Job'} · Punctual` },
];

export const loader = pageLoader({
  guard: requireUser,
  run: ({ user, request, params }) =>
    readJobPage({ owner: ownerOf({ user, request }), jobId: jobIdOf(params.id), url: request.url }),
});

export default function JobPage() {
  const { job, days, fires, clockChange, history, timed, notes, recipient } = useLoaderData<typeof loader>();
  // Something is under way or on its way to the engine: look often.
  const isMoving = job.isSyncing || history.rows.some((row) => row.isOpen);
  useRefresh({ everyMs: isMoving ? 2_000 : 15_000 });
  return (
    <>
      <JobHead job={job} />
      <Stack>
        {recipient ? <RecipientBanner jobId={job.id} recipient={recipient} /> : null}
        <JobFacts job={job} days={days} />
        <Columns isEven>
          <JobFires job={job} fires={fires} clockChange={clockChange} />
          <Stack>
            <LatencyCard runs={timed} jobZone={job.timeZone} />
            <WebhookDetails webhook={job.webhook} />
          </Stack>
        </Columns>
        <ExecutionHistory history={history} jobId={job.id} jobZone={job.timeZone} />
        <JobNotesCard notes={notes} jobId={job.id} jobZone={job.timeZone} />
      </Stack>
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const action = { to: '/dashboard', label: 'Go to Dashboard' };
  if (!isRouteErrorResponse(error) || error.status !== 404) return <RouteError action={action} />;
  return (
    <ErrorPage
      status={404}
      title="Job Not Found"
      message="The job you're looking for doesn't exist or you don't have access to it"
      action={action}
    />
  );
}
