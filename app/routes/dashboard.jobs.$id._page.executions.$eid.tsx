import type { MetaFunction, ShouldRevalidateFunctionArgs } from '@remix-run/react';
import {
  isRouteErrorResponse,
  useLoaderData,
  useLocation,
  useOutletContext,
  useParams,
  useRouteError,
} from '@remix-run/react';
import { ExecutionDialog, GoneDialog } from '#app/components/execution/execution-dialog.tsx';
import { ExecutionPage } from '#app/components/execution/execution-page.tsx';
import { ErrorPage } from '#app/components/frame/error-page.tsx';
import { RouteError } from '#app/components/frame/route-error.tsx';
import { countText } from '#app/format/time-format.ts';
import { oncePerSending, sendingKey } from '#app/http/forms/once-per-sending.server.ts';
import { pageAction, refuseWithToast } from '#app/http/forms/page-action.server.ts';
import { executionIdOf, jobIdOf } from '#app/http/id-param.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { viewRun } from '#app/http/responses/flash-toast.server.ts';
import { retryHeaders, runWithToast } from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { readExecutionDetails } from '#app/presenters/execution/execution-details.server.ts';
import type { ToastInput } from '#app/protocol/toast.ts';
import { jobSearch } from '#app/query/history-address.ts';
import { AppError } from '#domain/errors.ts';
import { retryNow } from '#server/engine/retry-now.server.ts';
import { stopRetrying } from '#server/engine/stop-retrying.server.ts';
import type { ReplayAs } from '#server/executions/claiming/queue-run.server.ts';
import { callLocation } from '#server/jobs/call-location.server.ts';
import { replayExecution } from '#server/jobs/replay-execution.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { consumeReplayRateLimit } from '#server/rate-limit/consume-replay-rate-limit.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Execution ${countText(data.execution.id)} · Punctual` : 'Execution Not Found · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: ({ user, request, params }) =>
    readExecutionDetails({
      owner: ownerOf({ user, request }),
      jobId: jobIdOf(params.id),
      id: executionIdOf(params.eid),
      url: request.url,
    }),
});

export const headers = retryHeaders;

/** The page already contains every attempt and panel. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.href !== nextUrl.href;
  const isSearchOnly = isSamePage && jobSearch(currentUrl.search) === jobSearch(nextUrl.search);
  return formMethod === undefined && isSearchOnly ? false : defaultShouldRevalidate;
}

/** Retries now, stops the retries, replays, or makes a redirect's target the job's URL. */
export const action = pageAction({
  guard: requireUser,
  fields: { names: ['intent'] },
  refuse: refuseWithToast,
  run: ({ user, request, params, form }) =>
    runWithToast({
      request,
      to: `/dashboard/jobs/${params.id ?? ''}/executions/${params.eid ?? ''}`,
      run: () =>
        act({
          intent: form.get('intent'),
          owner: ownerOf({ user, request }),
          jobId: jobIdOf(params.id),
          executionId: executionIdOf(params.eid),
          key: sendingKey(request),
        }),
    }),
});

async function act({
  intent,
  owner,
  key,
  ...asked
}: {
  intent: FormDataEntryValue | null;
  owner: Owner;
  jobId: number;
  executionId: number;
  key: string | null;
}): Promise<ToastInput> {
  switch (intent) {
    case 'retry':
      await retryNow({ ownerId: owner.id, ...asked });
      return 'The next attempt starts now.';
    case 'stop':
      await stopRetrying({ ownerId: owner.id, ...asked });
      return 'No more attempts will be made.';
    case 'replay':
      return replayOnce({ owner, key, as: 'recorded', ...asked });
    case 'replay-current':
      return replayOnce({ owner, key, as: 'current', ...asked });
    case 'use-url':
      await callLocation({ owner, ...asked });
      return { title: 'Success', message: 'Job updated successfully!', tone: 'success' };
    default:
      throw new AppError('validation_error', { message: 'Choose what to do with the execution.' });
  }
}

async function replayOnce({
  owner,
  key,
  ...asked
}: {
  owner: Owner;
  key: string | null;
  as: ReplayAs;
  jobId: number;
  executionId: number;
}): Promise<ToastInput> {
  const queued: { id?: number } = {};
  const { as, jobId, executionId } = asked;
  await oncePerSending({
    owner,
    key,
    content: ['replay', asked],
    run: async () => {
      const keeps = as === 'recorded' ? 'recorded' : 'nothing';
      await consumeReplayRateLimit({ owner, jobId, executionIds: [executionId], keeps });
      queued.id = (await replayExecution({ owner, ...asked })).executionId;
    },
  });
  if (queued.id === undefined) return 'Replay queued.';
  return {
    message: `Replay queued as execution ${countText(queued.id)}.`,
    tone: 'success',
    way: viewRun({ jobId, executionId: queued.id }),
  };
}

export default function ExecutionRoute() {
  const details = useLoaderData<typeof loader>();
  const { isOver } = useOutletContext<{ isOver: boolean }>();
  return isOver ? <ExecutionDialog details={details} /> : <ExecutionPage details={details} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const { isOver } = useOutletContext<{ isOver: boolean }>();
  const { id } = useParams();
  const { search } = useLocation();
  const job = `/dashboard/jobs/${id ?? ''}${jobSearch(search)}`;
  const action = { to: job, label: 'Go to the Job' };
  const isAbsent = isRouteErrorResponse(error) && error.status === 404;
  if (!isAbsent && !isOver) return <RouteError action={action} />;
  const title = isAbsent ? 'Execution Not Found' : 'Error';
  const message = isAbsent
    ? "The execution you're looking for doesn't exist or is no longer kept"
    : 'The execution could not be loaded. Please try again.';
  if (isOver) return <GoneDialog title={title} message={message} />;
  return <ErrorPage status={404} title={title} message={message} action={action} />;
}
