import { Form, useNavigation } from '@remix-run/react';
import { RefreshCw, Send } from 'lucide-react';
import { SecretLine } from '#app/components/account/secret-line.tsx';
import { SecretNotes } from '#app/components/account/secret-notes.tsx';
import { ActButton } from '#app/components/settings/act-button.tsx';
import { useSigningSecret } from '#app/components/settings/use-signing-secret.ts';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { Field } from '#app/components/ui/input/field.tsx';
import { Select } from '#app/components/ui/input/select.tsx';
import type { EventSubscriptionPageView } from '#app/presenters/settings/event-subscriptions.server.ts';
import { eventSubscriptionPath } from '#domain/event-type.ts';

/** Secret, test event and replay of an event subscription. */
export function ReceiverCard({ page }: { page: EventSubscriptionPageView }) {
  const { id, isRecent, previousUntil, hasPlan } = page;
  const secret = useSigningSecret({ path: `${eventSubscriptionPath(id)}/secret`, reveal: 'event-secret' });
  return (
    <Card id="secret" aria-labelledby="secret-head">
      <CardHead id="secret-head" title="Secret" />
      <CardBody className="grid gap-4">
        <p className="max-w-prose text-pretty text-muted">
          It signs every event by{' '}
          <a href="https://www.standardwebhooks.com/" rel="noreferrer">
            Standard Webhooks
          </a>
          . Your server verifies it with the code in <a href="/docs/signing">Signing</a>.
        </p>
        <SecretLine
          label="The secret of this event subscription"
          masked="whsec_…"
          revealed={secret}
          action={`${eventSubscriptionPath(id)}/secret`}
          copiedText="Secret Copied"
          what="the secret"
          anchor="secret"
        />
        <SecretNotes
          what="the secret"
          redirectTo={eventSubscriptionPath(id)}
          isRecent={isRecent}
          previousUntil={previousUntil}
        />
        {hasPlan ? (
          <div className="flex flex-wrap justify-end gap-2">
            <ActButton
              act="rotate-event-secret"
              fields={{ id: String(id) }}
              icon={RefreshCw}
              onDone={secret.forget}
            >
              Rotate
            </ActButton>
            <ActButton act="test-events" fields={{ id: String(id) }} icon={Send}>
              Send Test Event
            </ActButton>
          </div>
        ) : null}
      </CardBody>
    </Card>
  );
}

/** Ranges of a replay by their hours. */
const ranges = [
  ['1', 'The last hour'],
  ['6', 'The last 6 hours'],
  ['24', 'The last 24 hours'],
  ['72', 'The last 3 days'],
  ['168', 'The last 7 days'],
] as const;

/** Sends the events of a range again. */
export function ReplayCard({ isReplaying }: { isReplaying: boolean }) {
  const { state, formData } = useNavigation();
  return (
    <Card id="replay" aria-labelledby="replay-head">
      <CardHead id="replay-head" title="Replay" />
      <CardBody className="grid gap-4">
        <p className="text-pretty text-muted">
          Sends past events of the chosen types again, in their order, with the same ids. New events go first.
        </p>
        {isReplaying ? (
          <p role="status">A replay is in progress.</p>
        ) : (
          <Form method="post" className="grid gap-3">
            <input type="hidden" name="form" value="replay" />
            <Field id="hours" label="Events From">
              <Select id="hours" name="hours" defaultValue="1">
                {ranges.map(([hours, label]) => (
                  <option key={hours} value={hours}>
                    {label}
                  </option>
                ))}
              </Select>
            </Field>
            <Button type="submit" isPending={state !== 'idle' && formData?.get('form') === 'replay'}>
              Replay
            </Button>
          </Form>
        )}
      </CardBody>
    </Card>
  );
}
