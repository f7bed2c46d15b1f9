import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { runWithToast } from '#app/http/answer-with-toast.server.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { ownerOf } from '#app/http/owner-of.server.ts';
import { pageAction } from '#app/http/page-action.server.ts';
import { restoreVersion } from '#server/jobs/restore-version.server.ts';

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/dashboard/jobs/${params.id ?? ''}`);
}

/** Makes a job again what one of its versions was. */
export const action = pageAction({
  guard: requireUser,
  run: ({ user, request, params, form }) =>
    runWithToast({
      request,
      to: `/dashboard/jobs/${params.id ?? ''}`,
      fallback: 'Failed to restore the version. Please try again.',
      run: async () => {
        const text = form.get('version');
        const version = jobIdOf(typeof text === 'string' ? text : undefined);
        const { desiredVersion } = await restoreVersion({
          owner: ownerOf({ user, request }),
          jobId: jobIdOf(params.id),
          version,
        });
        return {
          title: 'Success',
          message: `Version ${version} restored as version ${desiredVersion}.`,
          tone: 'success',
        };
      },
    }),
});
