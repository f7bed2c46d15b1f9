import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { DeleteChannelCard } from '#app/components/settings/channels/delete-channel-card.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { pageAction } from '#app/http/forms/page-action.server.ts';
import { noFields } from '#app/http/forms/read-form.server.ts';
import { channelIdOf } from '#app/http/id-param.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { redirectWithToast } from '#app/http/responses/flash-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { channelUsage } from '#server/channels/channel-usage.server.ts';
import { deleteChannel } from '#server/channels/delete-channel.server.ts';
import { getChannel } from '#server/channels/list-channels.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Delete Channel · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, request, params }) => {
    const channelId = channelIdOf(params['id']);
    const { name } = await getChannel({ owner: ownerOf({ user, request }), channelId });
    return { channelId, name, usage: await channelUsage({ ownerId: user.id, channelId }) };
  },
});

export const action = pageAction({
  guard: requireUser,
  fields: noFields,
  run: async ({ user, request, params }) => {
    await deleteChannel({ owner: ownerOf({ user, request }), channelId: channelIdOf(params['id']) });
    return redirectWithToast({ request, to: '/dashboard/settings/channels', toast: 'Channel Deleted' });
  },
});

export default function DeleteChannelPage() {
  const { channelId, name, usage } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={`Delete ${name}?`}
        back={{ to: `/dashboard/settings/channels/${channelId}`, label: name }}
      />
      <DeleteChannelCard channelId={channelId} usage={usage} />
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
