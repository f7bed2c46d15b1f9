import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Button } from '#app/components/ui/input/button.tsx';
import { CheckLabel, Checkbox } from '#app/components/ui/input/checkbox.tsx';
import { describedBy, Field, FieldGroup } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import type { RefusedSubscription } from '#app/http/settings/event-subscription-forms.server.ts';
import { eventTypeHints, eventTypes } from '#domain/event-type.ts';

const urlHint = 'An address on the public internet. It gets a POST for each event.';

/** URL and types of an event subscription; works without JavaScript. */
export function SubscriptionForm({
  url,
  types,
  refused,
  button,
}: {
  url: string;
  types: readonly string[];
  refused: RefusedSubscription | undefined;
  button: string;
}) {
  const form = useRef<HTMLFormElement>(null);
  const { state, formData } = useNavigation();
  useEffect(() => {
    if (refused)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true], [aria-invalid=true] input')?.focus();
  }, [refused]);
  const errorsOf = (name: string) => (refused?.errors[name] ? [refused.errors[name]] : undefined);
  const urlErrors = errorsOf('url');
  return (
    <Form ref={form} method="post" noValidate className="grid gap-5">
      <input type="hidden" name="form" value="subscription" />
      <Field id="url" label="URL" hint={urlHint} errors={urlErrors}>
        <Input
          id="url"
          name="url"
          type="url"
          isMono
          maxLength={2_048}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="https://events.example.com/punctual"
          defaultValue={refused?.url ?? url}
          aria-invalid={urlErrors ? true : undefined}
          aria-describedby={describedBy({ id: 'url', hint: urlHint, errors: urlErrors })}
        />
      </Field>
      <TypesField chosen={refused?.types ?? types} errors={errorsOf('types')} />
      <div className="flex justify-end">
        <Button
          type="submit"
          variant="primary"
          isPending={state !== 'idle' && formData?.get('form') === 'subscription'}
          className="max-sm:w-full"
        >
          {button}
        </Button>
      </div>
    </Form>
  );
}

function TypesField({ chosen, errors }: { chosen: readonly string[]; errors: string[] | undefined }) {
  return (
    <FieldGroup id="types" label="Events" errors={errors}>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {eventTypes.map((type) => (
          <CheckLabel
            key={type}
            hint={eventTypeHints[type]}
            control={<Checkbox name="types" value={type} defaultChecked={chosen.includes(type)} />}
          >
            <code>{type}</code>
          </CheckLabel>
        ))}
      </div>
    </FieldGroup>
  );
}
