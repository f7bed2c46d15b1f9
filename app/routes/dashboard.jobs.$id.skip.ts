import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { runWithToast } from '#app/http/answer-with-toast.server.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { ownerOf } from '#app/http/owner-of.server.ts';
import { pageAction } from '#app/http/page-action.server.ts';
import { skipFire } from '#server/jobs/skip-fire.server.ts';
import { unskipFire } from '#server/jobs/unskip-fire.server.ts';

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/dashboard/jobs/${params.id ?? ''}`);
}

/** Leaves one of the next fires of a job out, or takes that back. */
export const action = pageAction({
  guard: requireUser,
  run: ({ user, request, params, form }) =>
    runWithToast({
      request,
      to: `/dashboard/jobs/${params.id ?? ''}`,
      fallback: 'Failed to skip the fire. Please try again.',
      run: async () => {
        const fire = {
          owner: ownerOf({ user, request }),
          jobId: jobIdOf(params.id),
          scheduledFor: Number(form.get('scheduledFor')),
        };
        if (form.get('intent') === 'undo') {
          await unskipFire(fire);
          return 'The fire is no longer skipped.';
        }
        await skipFire(fire);
        return 'The fire will be skipped.';
      },
    }),
});
