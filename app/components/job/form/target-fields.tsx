import { getInputProps, type FieldMetadata } from '@conform-to/react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { TextField } from '#app/components/form/bound-field.tsx';
import { VariableCompletion } from '#app/components/form/variable-completion.tsx';
import { Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { Segments } from '#app/components/ui/input/segments.tsx';
import type { Variable } from '#app/presenters/job-form/form-choices.ts';

/** Name and description of the job. */
export function NameFields({ fields }: { fields: Record<'name' | 'description', FieldMetadata<string>> }) {
  return (
    <div className="grid gap-4">
      <TextField field={fields.name} label="Job Name" required maxLength={200} autoComplete="off" />
      <TextField
        field={fields.description}
        label="Description"
        isOptional
        maxLength={2000}
        autoComplete="off"
      />
    </div>
  );
}

const types = [
  { value: 'webhook', label: 'Webhook' },
  { value: 'email', label: 'Email' },
];
const forWebhook = 'group-has-[input[value=email]:checked]/job:hidden';
const forEmail = 'hidden group-has-[input[value=email]:checked]/job:inline';
/** The email hint leaves its room for webhooks too, empty: an error closes the gap between the two. */
const withoutHintRoom = '[&>p+div]:-mt-1.5 group-has-[input[value=email]:checked]/job:[&>p+div]:mt-0';

/** Target of the call. A `mailto:` address makes an email job, any other a webhook. */
export function TargetFields({
  fields: { type, webhookURL: url },
  variables,
}: {
  fields: Record<'type' | 'webhookURL', FieldMetadata<string>>;
  variables: readonly Variable[];
}) {
  const [chosen, setChosen] = useState(type.initialValue ?? 'webhook');
  const errors = useErrorsOfType({ errors: url.errors, type: chosen });
  const { key, ...control } = getInputProps(url, { type: 'text', ariaDescribedBy: url.descriptionId });
  return (
    <div
      className="grid gap-4 sm:grid-cols-[auto_minmax(0,1fr)]"
      onChange={({ target }) => {
        if (target instanceof HTMLInputElement && target.name === type.name) setChosen(target.value);
      }}
    >
      <div className="grid content-start gap-1.5">
        <span className="font-medium" aria-hidden>
          Type
        </span>
        <Segments
          name={type.name}
          label="Type"
          choices={types}
          defaultValue={type.initialValue ?? 'webhook'}
          className="justify-self-start"
        />
      </div>
      <Field
        id={url.id}
        label={
          <>
            <span className={forWebhook}>Webhook URL</span>
            <span className={forEmail}>Email Address</span>
          </>
        }
        hint={<span className={forEmail}>One address, such as mailto:ops@example.com?subject=Report.</span>}
        errors={errors}
        className={withoutHintRoom}
      >
        <VariableCompletion variables={variables}>
          <Input
            key={key}
            {...control}
            isMono
            required
            inputMode="url"
            maxLength={2048}
            placeholder="https://api.example.com/hook"
            autoComplete="off"
            spellCheck={false}
            onInput={followScheme}
          />
        </VariableCompletion>
      </Field>
    </div>
  );
}

/** Errors of one type do not apply to the other: they disappear when the type changes. */
function useErrorsOfType({ errors, type }: { errors: string[] | undefined; type: string }) {
  const latest = useRef(type);
  latest.current = type;
  const [evaluated, setEvaluated] = useState(type);
  useEffect(() => setEvaluated(latest.current), [errors]);
  return evaluated === type ? errors : undefined;
}

/** Sets the type that the typed address implies, directly on the uncontrolled radio button. */
function followScheme({ currentTarget: { form, value } }: FormEvent<HTMLInputElement>): void {
  const scheme = /^(mailto|https?):/i.exec(value)?.[1]?.toLowerCase();
  if (!scheme) return;
  const wanted = scheme === 'mailto' ? 'email' : 'webhook';
  const radio = form?.querySelector<HTMLInputElement>(`input[name=type][value=${wanted}]`);
  if (radio && !radio.checked) radio.click();
}
