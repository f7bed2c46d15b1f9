import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { DeliveryLog } from '#app/components/event-subscriptions/delivery-log.tsx';
import { ReceiverCard, ReplayCard } from '#app/components/event-subscriptions/receiver-card.tsx';
import { StateTag } from '#app/components/event-subscriptions/state-tag.tsx';
import { SubscriptionForm } from '#app/components/event-subscriptions/subscription-form.tsx';
import { FormErrors } from '#app/components/form/form-errors.tsx';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { ActButton } from '#app/components/settings/act-button.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { Columns, PageHead, Stack } from '#app/components/ui/page-head.tsx';
import { Time } from '#app/components/ui/time.tsx';
import { jobIdOf } from '#app/http/id-param.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import {
  subscriptionAction,
  type RefusedSubscription,
} from '#app/http/settings/event-subscription-forms.server.ts';
import {
  type EventSubscriptionPageView,
  toEventSubscriptionPage,
} from '#app/presenters/settings/event-subscriptions.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { parseExecutionId } from '#domain/ids.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Event Subscription · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: ({ user, session, params, request }) => {
    const before = parseExecutionId(new URL(request.url).searchParams.get('before') ?? undefined);
    return toEventSubscriptionPage({ user, session, id: jobIdOf(params.id), before });
  },
});

export const action = subscriptionAction;

const back = { to: '/dashboard/settings#event-subscriptions', label: 'Settings' };

export default function EventSubscriptionPage() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<{ refused?: RefusedSubscription }>()?.refused;
  const { id, host, url, types, state, isReplaying, hasPlan } = page;
  const isOn = state === 'enabled' || state === 'failing';
  const formError = refused?.errors[''];
  return (
    <>
      <PageHead
        title={host}
        badge={<StateTag state={state} />}
        back={back}
        actions={
          isOn || hasPlan ? (
            <ActButton act={isOn ? 'disable-events' : 'enable-events'} fields={{ id: String(id) }}>
              {isOn ? 'Disable' : 'Enable'}
            </ActButton>
          ) : undefined
        }
      />
      <StateBanner page={page} />
      <Columns>
        <Stack>
          <DeliveryLog page={page} />
          <Card id="subscription" aria-labelledby="subscription-head">
            <CardHead id="subscription-head" title="URL and Events" />
            <CardBody className="grid gap-4">
              <FormErrors id="subscription-errors" errors={formError ? [formError] : undefined} />
              <SubscriptionForm url={url ?? ''} types={types} refused={refused} button="Save" />
            </CardBody>
          </Card>
        </Stack>
        <Stack>
          <ReceiverCard page={page} />
          {isOn && hasPlan ? <ReplayCard isReplaying={isReplaying} /> : null}
        </Stack>
      </Columns>
    </>
  );
}

/** Why events do not arrive, and what to do. */
function StateBanner({ page: { state, host, failingSince, hasPlan } }: { page: EventSubscriptionPageView }) {
  if (!hasPlan)
    return (
      <Banner tone="warning" className="mb-4">
        Nothing is sent: event subscriptions come with <a href="/dashboard/settings#subscription">Ultimate</a>
        .
      </Banner>
    );
  if (state === 'enabled' || state === 'disabled') return null;
  return (
    <Banner tone="warning" className="mb-4">
      {state === 'gone' ? `Disabled: ${host} responded with 410 Gone. Fix it, then enable it again.` : null}
      {state === 'given_up'
        ? `Disabled: ${host} received nothing for 5 days. Fix it, then enable it and replay what it missed.`
        : null}
      {state === 'failing' && failingSince !== null ? (
        <>
          Every attempt has failed since <Time at={failingSince} />. Events wait and are sent again.
        </>
      ) : null}
    </Banner>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
