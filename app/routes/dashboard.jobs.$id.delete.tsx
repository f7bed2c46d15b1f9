import type { MetaFunction } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { deleteJobWarning } from '#app/components/job/page/delete-job-button.tsx';
import { JobError, jobErrorTitle } from '#app/components/job/page/job-error.tsx';
import { Card, CardBody } from '#app/components/ui/card.tsx';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { pageAction } from '#app/http/forms/page-action.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { redirectWithToast } from '#app/http/responses/flash-toast.server.ts';
import { toToastResult } from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { deleteJob } from '#server/jobs/delete-job.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? jobErrorTitle(error) : 'Delete Job · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, request, params }) => {
    const { job } = await getJob({ owner: ownerOf({ user, request }), jobId: jobIdOf(params.id) });
    return { id: job.id, name: job.name };
  },
});

/** Deletes a job. Without `confirm=yes`, only shows the confirmation page. */
export const action = pageAction({
  guard: requireUser,
  fields: { names: ['confirm'] },
  run: async ({ user, request, params, form }) => {
    if (form.get('confirm') !== 'yes') return null;
    const jobId = jobIdOf(params.id);
    const { toast, isDone } = await toToastResult({
      request,
      fallback: 'Failed to delete job. Please try again.',
      run: async () => {
        await deleteJob({ owner: ownerOf({ user, request }), jobId });
        return 'Job deleted successfully.';
      },
    });
    return redirectWithToast({ request, to: isDone ? '/dashboard' : `/dashboard/jobs/${jobId}`, toast });
  },
});

export default function DeleteJobPage() {
  const { id, name } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={`Delete ${name}?`} back={{ to: `/dashboard/jobs/${id}`, label: name }} />
      <Card className="max-w-form">
        <CardBody>
          <p className="mb-5 max-w-prose">{deleteJobWarning}</p>
          <Form method="post" className="flex gap-2">
            <input type="hidden" name="confirm" value="yes" />
            <ButtonLink to={`/dashboard/jobs/${id}`}>Cancel</ButtonLink>
            <Button type="submit" variant="solid-danger">
              Delete
            </Button>
          </Form>
        </CardBody>
      </Card>
    </>
  );
}

export function ErrorBoundary() {
  return <JobError />;
}
