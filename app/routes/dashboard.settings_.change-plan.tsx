import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { changeWord } from '#app/components/account/change-word.ts';
import { ChangePlanForm } from '#app/components/account/change-plan-form.tsx';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { errorTitle } from '#app/http/error-facts.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { jobCounts } from '#app/http/job-counts.server.ts';
import { pageLoader } from '#app/http/page-loader.server.ts';
import { changePlanAction, previewOrLeave } from '#app/http/settings/change-plan.server.ts';
import { isTestMode } from '#server/billing/payment-provider.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Change Plan · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, request, context }) => {
    const [{ at, ...change }, { active }] = await Promise.all([
      previewOrLeave({ user, request }),
      jobCounts({ context, user }),
    ]);
    return { ...change, at: at.getTime(), activeJobs: active, isTestMode: isTestMode() };
  },
});

export const action = changePlanAction;

export default function ChangePlanPage() {
  const change = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={`${changeWord(change.to)}?`} back={{ to: '/dashboard/settings', label: 'Settings' }} />
      <ChangePlanForm {...change} />
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
