import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { SubscriptionForm } from '#app/components/event-subscriptions/subscription-form.tsx';
import { FormErrors } from '#app/components/form/form-errors.tsx';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { Card, CardBody } from '#app/components/ui/card.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import {
  newSubscriptionAction,
  type RefusedSubscription,
} from '#app/http/settings/event-subscription-forms.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { eventTypes } from '#domain/event-type.ts';
import { plans } from '#domain/plan.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'New Event Subscription · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: ({ user }) => Promise.resolve({ hasPlan: plans[user.tier].eventSubscriptions > 0 }),
});

export const action = newSubscriptionAction;

const back = { to: '/dashboard/settings#event-subscriptions', label: 'Settings' };

export default function NewEventSubscriptionPage() {
  const { hasPlan } = useLoaderData<typeof loader>();
  const refused = useActionData<{ refused?: RefusedSubscription }>()?.refused;
  const formError = refused?.errors[''];
  return (
    <>
      <PageHead title="New Event Subscription" back={back} />
      <Card className="max-w-form">
        <CardBody className="grid gap-4">
          {hasPlan ? (
            <>
              <FormErrors id="subscription-errors" errors={formError ? [formError] : undefined} />
              <SubscriptionForm
                url=""
                types={eventTypes}
                refused={refused}
                button="Create Event Subscription"
              />
            </>
          ) : (
            <p>
              Event subscriptions come with <Link to="/dashboard/settings#subscription">Ultimate</Link>.
            </p>
          )}
        </CardBody>
      </Card>
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
