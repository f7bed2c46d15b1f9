import { data, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { SentPayload } from '#app/components/job/form/sent-payload.tsx';
import { JobError, jobErrorTitle } from '#app/components/job/page/job-error.tsx';
import { TestNotificationButton } from '#app/components/job/test-run/test-notification-button.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { Card, CardBody } from '#app/components/ui/card.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { pageAction, refuseWithToast } from '#app/http/forms/page-action.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { makeToast } from '#app/http/responses/flash-toast.server.ts';
import { retryHeaders, toToastResult } from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { testNotificationToast } from '#app/presenters/job/job-notifications.server.ts';
import type { Toast } from '#app/protocol/toast.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import { sendTestNotification } from '#server/notifications/channels/send-test-notification.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? jobErrorTitle(error) : 'Test Notification · Punctual' },
];

export const headers = retryHeaders;

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, request, params }) => {
    const { job } = await getJob({ owner: ownerOf({ user, request }), jobId: jobIdOf(params.id) });
    return { id: job.id, name: job.name };
  },
});

/** Sends a test notification to a job's channel; shows the result and the message. */
export const action = pageAction({
  guard: requireUser,
  fields: { names: [] },
  refuse: refuseWithToast,
  run: async ({ user, request, params }) => {
    let body: string | null = null;
    const { toast, waitSeconds } = await toToastResult({
      request,
      fallback: 'Failed to send the test notification. Please try again.',
      run: async () => {
        const tested = await sendTestNotification({
          owner: ownerOf({ user, request }),
          jobId: jobIdOf(params.id),
        });
        body = tested.body;
        return testNotificationToast(tested);
      },
    });
    const limited = waitSeconds !== null && { status: 429, headers: { 'Retry-After': String(waitSeconds) } };
    return data({ toast: makeToast(toast), undo: null, body }, limited || {});
  },
});

/** The result as a separate page, for browsers without JavaScript; otherwise the job's page shows it. */
export default function TestNotificationPage() {
  const { id, name } = useLoaderData<typeof loader>();
  const tested = useActionData<{ toast: Toast; body?: string | null }>();
  return (
    <>
      <PageHead title="Test Notification" back={{ to: `/dashboard/jobs/${id}`, label: name }} />
      <Card as="div">
        <CardBody className="grid justify-items-start gap-4">
          {tested ? null : <p>The test goes to the channel that this job uses now.</p>}
          {tested ? (
            <Banner tone={tested.toast.tone === 'error' ? 'danger' : 'info'} className="w-full">
              {tested.toast.message}
            </Banner>
          ) : null}
          {tested?.body ? <SentPayload body={tested.body} isOpen /> : null}
          <TestNotificationButton jobId={id} />
        </CardBody>
      </Card>
    </>
  );
}

export function ErrorBoundary() {
  return <JobError />;
}
