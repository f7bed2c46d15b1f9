import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { PlanCard } from '#app/components/account/plan-card.tsx';
import { ProfileCard } from '#app/components/account/profile-card.tsx';
import { PageHead, Stack } from '#app/components/ui/page-head.tsx';
import { errorTitle } from '#app/http/error-facts.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { pageLoader } from '#app/http/page-loader.server.ts';
import { countJobs } from '#server/jobs/count-jobs.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Settings · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user }) => {
    const { used } = await countJobs({ ownerId: user.id, tier: user.tier });
    const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
    return { email: user.email, name: name || null, tier: user.tier, used };
  },
});

export default function SettingsPage() {
  const { email, name, tier, used } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Settings" sub="Your plan and your account." />
      <Stack>
        <PlanCard tier={tier} used={used} />
        <ProfileCard email={email} name={name} />
      </Stack>
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
