import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ChangePlanForm } from '#app/components/account/change-plan-form.tsx';
import { changeWord } from '#app/components/account/change-word.ts';
import type { RefusedChoice } from '#app/components/account/kept-jobs-field.tsx';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { changePlanAction, previewOrLeave } from '#app/http/settings/change-plan.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
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
