import { getFormProps, getInputProps, useForm, type FieldMetadata } from '@conform-to/react';
import { Form, useActionData, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { SelectField } from '#app/components/form/bound-field.tsx';
import { FormErrors } from '#app/components/form/form-errors.tsx';
import { useFocusFirstError } from '#app/components/form/use-focus-first-error.ts';
import { useUnsavedWarning } from '#app/components/form/use-unsaved-warning.ts';
import { VariableCompletion } from '#app/components/form/variable-completion.tsx';
import { HeaderEditor } from '#app/components/job/form/header-editor.tsx';
import { PayloadField } from '#app/components/job/form/payload-field.tsx';
import { ActionBar } from '#app/components/ui/action-bar.tsx';
import { Card, CardBody } from '#app/components/ui/card.tsx';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import type { FormResult } from '#app/http/forms/form-action.server.ts';
import type { ReplayFormValues } from '#app/presenters/execution/replay-form.server.ts';
import type { Variable } from '#app/presenters/job-form/form-choices.ts';
import { formTokenField } from '#app/protocol/form-token.ts';
import { httpMethods } from '#domain/job/http-methods.ts';

interface ReplayFormProps {
  values: ReplayFormValues;
  variables: Variable[];
  hasMasked: boolean;
  disabledReason: string | null;
  /** Idempotency token: the run is queued once, however often the form is sent. */
  formToken: string;
  cancelTo: string;
}

/** Form to edit the request of a run for one replay. Without JavaScript it posts and shows the sent values again. */
export function ReplayForm({
  values,
  variables,
  hasMasked,
  disabledReason,
  formToken,
  cancelTo,
}: ReplayFormProps) {
  const result = useActionData<FormResult>();
  const element = useRef<HTMLFormElement>(null);
  const { state, formMethod } = useNavigation();
  const isSending = state !== 'idle' && formMethod === 'POST';
  const [form, fields] = useForm<ReplayFormValues>({
    id: 'replay',
    lastResult: result?.result ?? null,
    defaultValue: values,
  });
  useFocusFirstError({ form: element, result: result });
  const { markTyped } = useUnsavedWarning({ isSaving: isSending, result });
  const showToast = useToast();
  useEffect(() => {
    if (result?.toast) showToast(result.toast);
  }, [result, showToast]);
  return (
    <Form ref={element} method="post" {...getFormProps(form)} onInput={markTyped} className="max-w-180">
      <FormErrors id={form.errorId} errors={form.errors} />
      <input type="hidden" name="type" value={values.type} />
      <input type="hidden" name={formTokenField} value={formToken} />
      <Card as="div">
        <RequestEdits
          fields={fields}
          variables={variables}
          isMail={values.type === 'email'}
          hasMasked={hasMasked}
        />
        <ActionBar>
          <ButtonLink to={cancelTo}>Cancel</ButtonLink>
          <Button
            type="submit"
            variant="primary"
            isPending={isSending}
            disabledReason={disabledReason ?? undefined}
          >
            Replay with Edits
          </Button>
        </ActionBar>
      </Card>
    </Form>
  );
}

type Fields = Record<Exclude<keyof ReplayFormValues, 'type'>, FieldMetadata<string>>;

/** An email has no method or headers: its payload is the text. */
function RequestEdits({
  fields,
  variables,
  isMail,
  hasMasked,
}: Pick<ReplayFormProps, 'variables' | 'hasMasked'> & { fields: Fields; isMail: boolean }) {
  const { webhookURL, httpMethod, headers, payload } = fields;
  const { key, ...url } = getInputProps(webhookURL, { type: 'text' });
  return (
    <CardBody className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-[auto_minmax(0,1fr)]">
        {isMail ? null : (
          <SelectField field={httpMethod} label="HTTP Method" className="sm:w-32">
            {httpMethods.map((method) => (
              <option key={method}>{method}</option>
            ))}
          </SelectField>
        )}
        <Field
          id={webhookURL.id}
          label={isMail ? 'Email Address' : 'Webhook URL'}
          errors={webhookURL.errors}
          className={isMail ? 'sm:col-span-full' : undefined}
        >
          <VariableCompletion variables={variables}>
            <Input
              key={key}
              {...url}
              isMono
              required
              inputMode="url"
              maxLength={2048}
              autoComplete="off"
              spellCheck={false}
            />
          </VariableCompletion>
        </Field>
      </div>
      {isMail ? null : (
        <div>
          <HeaderEditor field={headers} variables={variables} />
          {hasMasked ? (
            <p className="mt-1.5 text-xs text-muted">
              Secret values are masked. Leave a mask in place to keep its value.
            </p>
          ) : null}
        </div>
      )}
      <PayloadField field={payload} variables={variables} />
    </CardBody>
  );
}
