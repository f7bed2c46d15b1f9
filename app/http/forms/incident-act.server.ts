import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { pageAction, refuseWithToast } from '#app/http/forms/page-action.server.ts';
import { incidentIdOf } from '#app/http/id-param.ts';
import { runWithToast } from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { safeRedirectTarget } from '#app/http/session/redirect-target.ts';
import type { ToastInput } from '#app/protocol/toast.ts';
import { env } from '#server/env.server.ts';

const pageOf = (id: string | undefined) => `/dashboard/incidents/${id ?? ''}`;

/**
 * The action of a button of an incident, which stays on the page it is on: one use case, and a toast with the result.
 * @param fallback text for a server error
 */
export function incidentAct({
  fallback,
  names = [],
  run,
}: {
  fallback: string;
  /** Fields besides `intent` and `redirectTo`. */
  names?: readonly string[];
  run: (asked: {
    ownerId: number;
    incidentId: number;
    /** The person's zone. */
    timeZone: string;
    form: FormData;
    isUndo: boolean;
  }) => Promise<ToastInput>;
}) {
  return pageAction({
    guard: requireUser,
    fields: { names: ['intent', 'redirectTo', ...names] },
    refuse: refuseWithToast,
    run: ({ user, request, params, form }) => {
      const page = form.get('redirectTo');
      const to = safeRedirectTarget({
        text: typeof page === 'string' ? page : pageOf(params.id),
        origin: env().APP_ORIGIN,
      });
      const isUndo = form.get('intent') === 'undo';
      const { id: ownerId, timeZone } = user;
      return runWithToast({
        ...{ request, to, fallback },
        run: async () => run({ ownerId, incidentId: incidentIdOf(params.id), timeZone, form, isUndo }),
      });
    },
  });
}

/** The loader of a form-only address: redirects to the incident. */
export function toIncidentPage({ params }: LoaderFunctionArgs) {
  return redirect(pageOf(params.id));
}
