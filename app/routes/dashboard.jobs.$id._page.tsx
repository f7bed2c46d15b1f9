import type { MetaFunction, ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { Outlet, useLoaderData, useParams } from '@remix-run/react';
import { useState } from 'react';
import { JobError, jobErrorTitle } from '#app/components/job/page/job-error.tsx';
import { JobPage } from '#app/components/job/page/job-page.tsx';
import { useLive } from '#app/components/live/use-live.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { readDisplayZone } from '#app/http/pages/display-zone.server.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { readJobPageOrSample } from '#app/presenters/job/job-page-or-sample.server.ts';
import { jobSearch } from '#app/query/history-address.ts';
import { zoneSpans } from '#domain/schedule/timezone.ts';
import { now } from '#server/clock.server.ts';
import { requireOwnedJob } from '#server/executions/ledger/require-owned-job.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data, error }) => [
  { title: error ? jobErrorTitle(error) : `${data?.page?.job.name ?? 'Job'} · Punctual` },
];

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, request, params }) => {
    // An execution opened directly is a separate page, without its job below.
    const isAlone = params.eid !== undefined && request.headers.get('sec-fetch-dest') === 'document';
    const asked = { owner: ownerOf({ user, request }), jobId: jobIdOf(params.id) };
    if (isAlone) {
      await requireOwnedJob({ ownerId: user.id, jobId: asked.jobId });
      return { page: null, zoneSpans: {} };
    }
    const page = await readJobPageOrSample({
      ...{ ...asked, request, display: await readDisplayZone(request), viewerZone: user.timeZone },
    });
    return { page, zoneSpans: zoneSpans({ timeZones: [page.job.timeZone], now: now().getTime() }) };
  },
});

/** Opening an execution over the page or choosing another attempt changes nothing on the page itself. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isOpening = /\/executions\/\d+$/.test(nextUrl.pathname) && currentUrl.href !== nextUrl.href;
  const isSameJob = currentUrl.pathname.split('/')[3] === nextUrl.pathname.split('/')[3];
  const isSameList = jobSearch(currentUrl.search) === jobSearch(nextUrl.search);
  if (formMethod === undefined && isOpening && isSameJob && isSameList) return false;
  return defaultShouldRevalidate;
}

export default function JobLayout() {
  const { page } = useLoaderData<typeof loader>();
  const { id, eid } = useParams();
  useLive({ jobId: Number(id) });
  // Job whose page has been visited: executions opened from there appear over it.
  const [seen, setSeen] = useState(eid === undefined ? id : undefined);
  if (eid === undefined && seen !== id) setSeen(id);
  const isUnder = seen === id && page !== null;
  return (
    <>
      {isUnder ? <JobPage page={page} /> : null}
      <Outlet context={{ isOver: isUnder }} />
    </>
  );
}

export function ErrorBoundary() {
  return <JobError />;
}
