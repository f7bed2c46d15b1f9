import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PlanCard } from '#app/components/account/plan-card.tsx';
import { ProfileCard } from '#app/components/account/profile-card.tsx';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { AccountCard } from '#app/components/settings/account-card.tsx';
import { ApiKeysCard } from '#app/components/settings/api-keys-card.tsx';
import { AppearanceCard } from '#app/components/settings/appearance-card.tsx';
import { ChannelCard } from '#app/components/settings/channel-card.tsx';
import { EventsCard } from '#app/components/settings/events-card.tsx';
import { MailCard } from '#app/components/settings/mail-card.tsx';
import { PushCard } from '#app/components/settings/push-card.tsx';
import { SecretsCard } from '#app/components/settings/secrets-card.tsx';
import { SectionNav } from '#app/components/settings/section-nav.tsx';
import { SessionsCard } from '#app/components/settings/sessions-card.tsx';
import { SigningCard } from '#app/components/settings/signing-card.tsx';
import { StatisticsCard } from '#app/components/settings/statistics-card.tsx';
import { Columns, PageHead, Stack } from '#app/components/ui/page-head.tsx';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { leaveCheckout } from '#app/http/settings/leave-checkout.server.ts';
import { settingsAction } from '#app/http/settings/settings-action.server.ts';
import { jobCounts } from '#app/presenters/job-counts.server.ts';
import { toSettings } from '#app/presenters/settings/settings.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { logDefect } from '#app/protocol/log-defect.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Settings · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, session, request, context }) => {
    const way = await leaveCheckout({ userId: user.id, request });
    if (way) throw way;
    const { used } = await jobCounts({ context, user });
    return toSettings({ user, session, used, onFailure: (error) => logDefect({ error, request }) });
  },
});

export const action = settingsAction;

export default function SettingsPage() {
  const { plan, profile, keys, stats, channel, mail, push, signing, secrets, events, sessions } =
    useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Settings" sub="Your plan and your account." />
      <SectionNav />
      <Columns>
        <Stack>
          <PlanCard {...plan} />
          <ProfileCard {...profile} />
          <ApiKeysCard keys={keys} />
          <ChannelCard channel={channel} />
          <MailCard {...mail} />
          <PushCard push={push} />
          <SigningCard signing={signing} />
          <SecretsCard secrets={secrets} />
          <EventsCard events={events} />
          <SessionsCard sessions={sessions} />
          <AccountCard />
        </Stack>
        <Stack>
          <StatisticsCard stats={stats} />
          <AppearanceCard />
        </Stack>
      </Columns>
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
