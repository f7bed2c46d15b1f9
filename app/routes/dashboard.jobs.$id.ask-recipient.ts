import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { runWithToast } from '#app/http/answer-with-toast.server.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { ownerOf } from '#app/http/owner-of.server.ts';
import { pageAction } from '#app/http/page-action.server.ts';
import { askJobRecipient } from '#server/mail/job-recipient.server.ts';

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/dashboard/jobs/${params.id ?? ''}`);
}

/** Asks the address of an e-mail job whether it may be written to. */
export const action = pageAction({
  guard: requireUser,
  run: ({ user, request, params }) =>
    runWithToast({
      request,
      to: `/dashboard/jobs/${params.id ?? ''}`,
      fallback: 'The confirmation could not be sent. Check the address and try again later.',
      run: async () => {
        const asked = await askJobRecipient({
          owner: ownerOf({ user, request }),
          jobId: jobIdOf(params.id),
        });
        return asked === 'asked'
          ? 'Confirmation sent. The link works for 24 hours.'
          : 'The address is confirmed.';
      },
    }),
});
