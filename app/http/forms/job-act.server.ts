import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { pageAction, refuseWithToast } from '#app/http/forms/page-action.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { runWithToast, type ToastResult } from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import type { ToastInput } from '#app/protocol/toast.ts';
import type { Owner } from '#server/jobs/types.ts';

const pageOf = (id: string | undefined) => `/dashboard/jobs/${id ?? ''}`;

/**
 * The action of a button that stays on its job's page: one use case, and a toast with the result.
 * @param fallback text for a server error: "Failed to trigger job. Please try again."
 */
export function jobAct({
  fallback,
  names = [],
  run,
}: {
  fallback?: string;
  /** The fields the button sends. */
  names?: readonly string[];
  run: (asked: {
    owner: Owner;
    jobId: number;
    form: FormData;
    request: Request;
  }) => Promise<ToastInput | ToastResult>;
}) {
  return pageAction({
    guard: requireUser,
    fields: { names },
    refuse: refuseWithToast,
    run: ({ user, request, params, form }) =>
      runWithToast({
        request,
        to: pageOf(params.id),
        ...(fallback && { fallback }),
        run: async () => run({ owner: ownerOf({ user, request }), jobId: jobIdOf(params.id), form, request }),
      }),
  });
}

/** The loader of a form-only address: redirects to the job. */
export function toJobPage({ params }: LoaderFunctionArgs) {
  return redirect(pageOf(params.id));
}
