import { data, type MetaFunction } from '@remix-run/node';
import { useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { adminNavigation } from '#app/components/frame/admin-navigation.ts';
import { AppFrame } from '#app/components/frame/app-frame.tsx';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { SkipLink } from '#app/components/frame/skip-link.tsx';
import { SignedInOutlet } from '#app/components/token/signed-in-outlet.tsx';
import { readAreSinglesOn, readDisplayZone } from '#app/http/pages/display-zone.server.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { readToast } from '#app/http/responses/flash-toast.server.ts';
import { requireAdmin } from '#app/http/session/guards.server.ts';
import { toFrameUser } from '#app/presenters/frame-user.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';

/** Frame and guard of every admin page: other users are redirected to the dashboard. */
export const loader = pageLoader({
  guard: requireAdmin,
  run: async ({ request, user, session }) => {
    const { toast, headers } = await readToast(request);
    const [display, areSinglesOn] = await Promise.all([readDisplayZone(request), readAreSinglesOn(request)]);
    const frame = { user: toFrameUser(user), tier: user.tier, sessionId: session.id };
    return data({ ...frame, display, areSinglesOn, toast }, { headers });
  },
});

export const meta: MetaFunction = ({ error }) => [{ title: error ? errorTitle(error) : 'Punctual' }];

export default function AdminLayout() {
  const { tier, ...frame } = useLoaderData<typeof loader>();
  return (
    <AppFrame adminNavigation={adminNavigation} feedbackUrl={null} {...frame}>
      <SignedInOutlet sessionId={frame.sessionId} user={frame.user} tier={tier} />
    </AppFrame>
  );
}

/** Errors of a page below, inside the frame; without the frame's data, on their own. */
export function ErrorBoundary() {
  const frame = useRouteLoaderData<typeof loader>('routes/admin');
  return frame ? (
    <AppFrame adminNavigation={adminNavigation} feedbackUrl={null} {...frame}>
      <DashboardError />
    </AppFrame>
  ) : (
    <>
      <SkipLink />
      <main id="main" tabIndex={-1}>
        <DashboardError />
      </main>
    </>
  );
}
