import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Trash2 } from 'lucide-react';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { ChannelBadge } from '#app/components/settings/channels/channel-badge.tsx';
import { ChannelEditor } from '#app/components/settings/channels/channel-editor.tsx';
import { ChannelLog } from '#app/components/settings/channels/channel-log.tsx';
import { LastDeliveryCard } from '#app/components/settings/channels/last-delivery-card.tsx';
import { RecipientsCard } from '#app/components/settings/channels/recipients-card.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { Halves, PageHead, Stack } from '#app/components/ui/page-head.tsx';
import { channelIdOf } from '#app/http/id-param.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { retryHeaders } from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { channelAction } from '#app/http/settings/named-channel-form.server.ts';
import { formChoices } from '#app/presenters/job-form/form-choices.ts';
import { readChannelPage } from '#app/presenters/settings/channels.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { parseId } from '#domain/ids.ts';
import { now } from '#server/clock.server.ts';

export const meta: MetaFunction<typeof loader> = ({ error, data }) => [
  { title: error ? errorTitle(error) : `${data?.channel.name ?? 'Channel'} · Punctual` },
];

export const headers = retryHeaders;

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, request, params }) => {
    const page = await readChannelPage({
      owner: ownerOf({ user, request }),
      channelId: channelIdOf(params['id']),
      page: parseId(new URL(request.url).searchParams.get('page') ?? undefined) ?? 1,
    });
    const chosen = page.quietHours?.timeZone ?? user.timeZone;
    const { zones } = formChoices({ now: now().getTime(), chosen });
    return { ...page, zones, zone: user.timeZone };
  },
});

export const action = channelAction;

export default function ChannelPage() {
  const {
    channel,
    settings,
    quietHours,
    quietText,
    template,
    hasTemplates,
    suggestedKind,
    log,
    zones,
    zone,
  } = useLoaderData<typeof loader>();
  const { id, name, kind, kindName, destination, state, stateText, lastDelivery } = channel;
  return (
    <>
      <PageHead
        title={name}
        badge={<ChannelBadge state={state} isBesideHeading />}
        sub={
          <>
            <p>{destination ? `${kindName}, ${destination}` : kindName}</p>
            {quietText === null ? null : <p>Quiet: {quietText}</p>}
          </>
        }
        back={{ to: '/dashboard/settings/channels', label: 'Channels' }}
        actions={
          <ButtonLink to={`/dashboard/settings/channels/${id}/delete`} icon={Trash2} variant="danger">
            Delete
          </ButtonLink>
        }
      />
      <Stack>
        {stateText === null ? null : (
          <Banner tone={state === 'disabled' ? 'danger' : 'warning'}>{stateText}</Banner>
        )}
        <Halves>
          <Stack>
            <ChannelEditor
              key={`${id} ${kind}`}
              kind={kind}
              saved={{ name, settings, quietHours, template }}
              hasTemplates={hasTemplates}
              zones={zones}
              zone={zone}
              suggestedKind={suggestedKind}
            />
            <RecipientsCard channel={channel} />
          </Stack>
          <Stack>
            <LastDeliveryCard channelId={id} delivery={lastDelivery} />
            <ChannelLog channelId={id} log={log} />
          </Stack>
        </Halves>
      </Stack>
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
