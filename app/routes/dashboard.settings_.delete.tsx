import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { DeleteAccountForm } from '#app/components/settings/delete-account-form.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { deleteAccountAction, typedToDelete } from '#app/http/settings/delete-account.server.ts';
import { jobCounts } from '#app/presenters/job-counts.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { isLiving } from '#domain/subscription.ts';
import { isRecentSignIn } from '#server/accounts/sessions/is-recent-sign-in.server.ts';
import { currentSubscription } from '#server/billing/current-subscription.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Delete Account · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, session, context }) => {
    const [{ total }, { status, refundableUntil }] = await Promise.all([
      jobCounts({ context, user }),
      currentSubscription({ userId: user.id }),
    ]);
    return {
      phrase: typedToDelete(user),
      isConfirmed: isRecentSignIn(session),
      jobs: total,
      isSubscribed: isLiving(status),
      isRefundable: refundableUntil !== null,
    };
  },
});

export const action = deleteAccountAction;

export default function DeleteAccountPage() {
  const account = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Delete Account" back={{ to: '/dashboard/settings', label: 'Settings' }} />
      <DeleteAccountForm {...account} />
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
