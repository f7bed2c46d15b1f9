import { redirect, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { ChannelEditor } from '#app/components/settings/channels/channel-editor.tsx';
import { KindList } from '#app/components/settings/channels/kind-list.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { newChannelForm } from '#app/http/settings/named-channel-form.server.ts';
import { formChoices } from '#app/presenters/job-form/form-choices.ts';
import { kindChoices } from '#app/presenters/settings/channels.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { plans } from '#domain/plan.ts';
import { now } from '#server/clock.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Add Channel · Punctual' },
];

/** The kinds, or the form of the one that the address names. */
export const loader = pageLoader({
  guard: requireUser,
  run: ({ user, request }) => {
    const kinds = kindChoices(user.tier);
    const asked = new URL(request.url).searchParams.get('kind');
    const kind = kinds.find((one) => one.kind === asked && one.plan === null)?.kind ?? null;
    if (asked !== null && kind === null) throw redirect('/dashboard/settings/channels/new');
    const { zones } = formChoices({ now: now().getTime(), chosen: user.timeZone });
    return Promise.resolve({
      ...{ kinds, kind, zones, zone: user.timeZone },
      hasTemplates: plans[user.tier].hasTemplates,
    });
  },
});

export const action = newChannelForm;

export default function NewChannelPage() {
  const { kinds, kind, zones, zone, hasTemplates } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Add Channel"
        back={
          kind === null
            ? { to: '/dashboard/settings/channels', label: 'Channels' }
            : { to: '/dashboard/settings/channels/new', label: 'Kinds' }
        }
      />
      {kind === null ? (
        <KindList kinds={kinds} />
      ) : (
        <div className="max-w-form">
          <ChannelEditor key={kind} kind={kind} zones={zones} zone={zone} hasTemplates={hasTemplates} />
        </div>
      )}
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
