import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { Plus } from 'lucide-react';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { ChannelList } from '#app/components/settings/channels/channel-list.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { plural } from '#app/format/time-format.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { type ChannelView, readChannelsPage } from '#app/presenters/settings/channels.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { plans, type Tier } from '#domain/plan.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Channels · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: ({ user, request }) => readChannelsPage({ owner: ownerOf({ user, request }) }),
});

export default function ChannelsPage() {
  const { channels, limit, tier } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Channels"
        sub="Named destinations of notifications."
        back={{ to: '/dashboard/settings', label: 'Settings' }}
        actions={
          channels.length > 0 ? (
            <ButtonLink
              to="/dashboard/settings/channels/new"
              icon={Plus}
              variant="primary"
              disabledReason={
                channels.length >= limit ? `Your plan allows ${limit} channels. Delete one first.` : undefined
              }
            >
              Add Channel
            </ButtonLink>
          ) : null
        }
      />
      <OutsidePlan channels={channels} tier={tier} />
      <ChannelList channels={channels} limit={limit} />
    </>
  );
}

/** Channels of an earlier, larger plan. */
function OutsidePlan({ channels, tier }: { channels: ChannelView[]; tier: Tier }) {
  const count = channels.filter(({ state }) => state === 'outside_plan').length;
  if (count === 0) return null;
  return (
    <Banner
      tone="warning"
      className="mb-4 sm:mb-5"
      action={
        <Link to="/dashboard/settings#subscription" className="px-2 font-medium underline underline-offset-3">
          See Plans
        </Link>
      }
    >
      {plans[tier].name} does not include {plural(count, 'of your channels', 'of your channels')}:{' '}
      {count === 1 ? 'it is' : 'they are'} kept, but nothing is sent to {count === 1 ? 'it' : 'them'}.
    </Banner>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
