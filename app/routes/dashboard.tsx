import { data, type MetaFunction } from '@remix-run/node';
import { useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { AppFrame } from '#app/components/frame/app-frame.tsx';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { SkipLink } from '#app/components/frame/skip-link.tsx';
import { ChannelNotice } from '#app/components/settings/channels/channel-notice.tsx';
import { SignedInOutlet } from '#app/components/token/signed-in-outlet.tsx';
import { readAreSinglesOn, readDisplayZone } from '#app/http/pages/display-zone.server.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { readToast } from '#app/http/responses/flash-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { toFrameUser } from '#app/presenters/frame-user.ts';
import { jobCounts } from '#app/presenters/job-counts.server.ts';
import { channelNotice } from '#app/presenters/settings/channel-notice.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { findDisabledChannels } from '#server/channels/find-disabled-channels.server.ts';
import { env } from '#server/env.server.ts';
import { countOpenIncidents } from '#server/incidents/list-incidents.server.ts';
import { countFailingJobs } from '#server/jobs/reads/count-failing-jobs.server.ts';
import { pushPublicKey } from '#server/push/push-request.server.ts';

/** Frame and guard of every signed-in page. */
export const loader = pageLoader({
  guard: requireUser,
  run: async ({ context, request, user, session }) => {
    const { toast, headers } = await readToast(request);
    const [display, areSinglesOn, { used }, failing, disabled, openIncidents] = await Promise.all([
      readDisplayZone(request),
      readAreSinglesOn(request),
      jobCounts({ context, user }),
      countFailingJobs({ ownerId: user.id }),
      findDisabledChannels({ ownerId: user.id }),
      countOpenIncidents({ ownerId: user.id }),
    ]);
    const usage = { used, tier: user.tier };
    const feedbackUrl = env().FEEDBACK_URL || null;
    const frame = {
      user: toFrameUser(user),
      sessionId: session.id,
      usage,
      failing,
      notice: channelNotice(disabled),
      openIncidents,
      pushKey: user.pushAskedAt === null ? pushPublicKey() : null,
      display,
      areSinglesOn,
      feedbackUrl,
      toast,
    };
    return data(frame, { headers });
  },
});

export const meta: MetaFunction = ({ error }) => [{ title: error ? errorTitle(error) : 'Punctual' }];

export default function DashboardLayout() {
  const frame = useLoaderData<typeof loader>();
  return (
    <AppFrame {...frame}>
      {frame.notice ? <ChannelNotice {...frame.notice} /> : null}
      <SignedInOutlet sessionId={frame.sessionId} user={frame.user} tier={frame.usage.tier} />
    </AppFrame>
  );
}

/** Errors of a page below, inside the frame; without the frame's data, on their own. */
export function ErrorBoundary() {
  const frame = useRouteLoaderData<typeof loader>('routes/dashboard');
  return frame ? (
    <AppFrame {...frame}>
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
