import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { changeWord } from '#app/components/account/change-word.ts';
import { ChangePlanForm } from '#app/components/account/change-plan-form.tsx';
import type { RefusedChoice } from '#app/components/account/kept-jobs-field.tsx';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { errorTitle } from '#app/http/error-facts.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { pageLoader } from '#app/http/page-loader.server.ts';
import { changePlanAction, previewOrLeave } from '#app/http/settings/change-plan.server.ts';
import { isTestMode } from '#server/billing/payment-provider.server.ts';
import { planEndJobs } from '#server/billing/plan-end-jobs.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Change Plan · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, request }) => {
    const { at, ...change } = await previewOrLeave({ user, request });
    const jobs = await planEndJobs({ userId: user.id, tier: change.to });
    return { ...change, at: at.getTime(), jobs, isTestMode: isTestMode() };
  },
});

export const action = changePlanAction;

export default function ChangePlanPage() {
  const change = useLoaderData<typeof loader>();
  const refused = useActionData<RefusedChoice>();
  return (
    <>
      <PageHead title={`${changeWord(change.to)}?`} back={{ to: '/dashboard/settings', label: 'Settings' }} />
      <ChangePlanForm {...change} refused={refused} />
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
