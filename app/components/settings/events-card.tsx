import { Link } from '@remix-run/react';
import { Plus } from 'lucide-react';
import { StateTag } from '#app/components/event-subscriptions/state-tag.tsx';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import type { EventsCardView } from '#app/presenters/settings/event-subscriptions.server.ts';
import { eventSubscriptionPath } from '#domain/event-type.ts';
import { ActButton } from './act-button.tsx';
import { useRowFocus } from './use-row-focus.ts';

/** URLs that receive the events of the account; each has a page. */
export function EventsCard({ events: { limit, listed } }: { events: EventsCardView }) {
  const rows = useRowFocus(listed.length);
  return (
    <Card id="event-subscriptions" aria-labelledby="event-subscriptions-head">
      <CardHead
        id="event-subscriptions-head"
        title="Event Subscriptions"
        hint={listed.length > 0 && limit > 0 ? `${listed.length} of ${limit}` : null}
      />
      <CardBody className="grid gap-4">
        <p className="max-w-prose text-pretty text-muted">
          Send every event of your account to a URL, such as finished runs and changed jobs.{' '}
          <a href="/docs/event-subscriptions">How it works</a>
        </p>
        <div ref={rows} className="grid gap-4">
          {listed.length > 0 ? (
            <ul className="divide-y divide-border border-y border-border">
              {listed.map((one) => (
                <EventsRow key={one.id} one={one} />
              ))}
            </ul>
          ) : null}
          <p data-after-rows className="flex flex-wrap items-center justify-between gap-2">
            {limit === 0 ? (
              <span>
                Event subscriptions come with <Link to={{ hash: 'subscription' }}>Ultimate</Link>.
              </span>
            ) : (
              <>
                <span>{listed.length === 0 ? 'None yet.' : null}</span>
                {listed.length < limit ? (
                  <ButtonLink to={eventSubscriptionPath('new')} icon={Plus}>
                    New Event Subscription
                  </ButtonLink>
                ) : null}
              </>
            )}
          </p>
        </div>
      </CardBody>
    </Card>
  );
}

function EventsRow({ one: { id, host, types, state } }: { one: EventsCardView['listed'][number] }) {
  return (
    <li data-row className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-1 basis-48">
        <Link to={eventSubscriptionPath(id)} className="block truncate font-medium">
          {host}
        </Link>
        <span className="text-xs text-muted">
          {types === 1 ? '1 type of event' : `${types} types of events`}
        </span>
      </span>
      <StateTag state={state} />
      <ActButton
        act="delete-events"
        fields={{ id: String(id), label: host }}
        variant="danger"
        size="sm"
        label={`Delete ${host}`}
      >
        Delete
      </ActButton>
    </li>
  );
}
