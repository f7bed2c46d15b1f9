import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { UserActPage } from '#app/components/admin/user-act-page.tsx';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { isUserAct, userActOf } from '#app/content/user-acts.ts';
import { runUserAct } from '#app/http/admin/user-acts.server.ts';
import { type FormResult, formAction } from '#app/http/forms/form-action.server.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { redirectWithToast } from '#app/http/responses/flash-toast.server.ts';
import { requireAdmin } from '#app/http/session/guards.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { parseId } from '#domain/ids.ts';
import { isRecentSignIn } from '#server/accounts/sessions/is-recent-sign-in.server.ts';
import { findListedUser } from '#server/admin/list-users.server.ts';

export const meta: MetaFunction = ({ error }) => [{ title: error ? errorTitle(error) : 'User · Punctual' }];

/** Confirmation before an admin action. */
export const loader = pageLoader({
  guard: requireAdmin,
  run: async ({ session, params }) => {
    const { act, userId } = askedOf(params);
    const found = await findListedUser({ userId });
    if (!found) throw data(null, { status: 404 });
    const isTooOld = Boolean(userActOf(act).asksRecentSignIn) && !isRecentSignIn(session);
    return { act, userId, who: found.email || `Account ${userId}`, isTooOld };
  },
});

/** Applies an admin action to an account. */
export const action = formAction({
  guard: requireAdmin,
  schema: z.object({ reason: z.string().default('') }),
  fallback: 'Failed to change the account. Please try again.',
  run: async ({ user, session, request, params, input: { reason } }) => {
    const { act, userId } = askedOf(params);
    await runUserAct[act]({ user, session, request, userId, reason });
    return redirectWithToast({ request, to: `/admin/users/${userId}`, toast: userActOf(act).done });
  },
});

/** An address without an id or a known action is not found. */
function askedOf({ id, act }: LoaderFunctionArgs['params']) {
  const userId = parseId(id);
  if (userId === null || !isUserAct(act)) throw data(null, { status: 404 });
  return { act, userId };
}

export default function UserAct() {
  const asked = useLoaderData<typeof loader>();
  const result = useActionData<FormResult>();
  return <UserActPage {...asked} result={result} />;
}

export function ErrorBoundary() {
  return <DashboardError />;
}
