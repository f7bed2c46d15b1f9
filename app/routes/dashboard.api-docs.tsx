import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { errorTitle } from '#app/http/error-facts.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { pageLoader } from '#app/http/page-loader.server.ts';
import { plans } from '#domain/plan.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'API Documentation · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: ({ user }) =>
    Promise.resolve({ plan: plans[user.tier].name, hasApiAccess: plans[user.tier].hasApiAccess }),
});

export default function ApiDocsPage() {
  const { plan, hasApiAccess } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="API Documentation" sub="Jobs and executions from your own programs." />
      <Card aria-label="API Access">{hasApiAccess ? <Included plan={plan} /> : <Refused />}</Card>
    </>
  );
}

function Included({ plan }: { plan: string }) {
  return (
    <EmptyState title="API Access" level={2}>
      Your {plan} plan includes the API. It is not open yet; its key and its reference will stand on this
      page.
    </EmptyState>
  );
}

function Refused() {
  const names = Object.values(plans)
    .filter((plan) => plan.hasApiAccess)
    .map(({ name }) => name);
  return (
    <EmptyState
      title="API Access"
      level={2}
      actions={
        <ButtonLink to="/dashboard/settings" variant="primary">
          Upgrade Your Plan
        </ButtonLink>
      }
    >
      <strong className="block text-ink">Subscription Required</strong>
      The API is part of {names.join(' and ')}.
    </EmptyState>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
