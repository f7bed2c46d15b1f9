import { getInputProps, type FieldMetadata } from '@conform-to/react';
import { SelectField } from '#app/components/form/bound-field.tsx';
import { AuthFields } from '#app/components/job/form/auth-fields.tsx';
import { HeaderEditor } from '#app/components/job/form/header-editor.tsx';
import { PayloadField } from '#app/components/job/form/payload-field.tsx';
import { Checkbox, CheckLabel } from '#app/components/ui/input/checkbox.tsx';
import type { Variable } from '#app/presenters/job-form/form-choices.ts';
import { httpMethods } from '#domain/job/http-methods.ts';

type RequestFieldset = Record<
  'httpMethod' | 'auth' | 'headers' | 'payload' | 'signing' | 'followRedirects',
  FieldMetadata<string>
>;

interface RequestFieldsProps {
  fields: RequestFieldset;
  variables: readonly Variable[];
  revealTo?: string | undefined;
}

/** Fields of the request. An email has no method or headers: its payload is the text. */
export function RequestFields({ fields, variables, revealTo }: RequestFieldsProps) {
  const { key, ...signing } = getInputProps(fields.signing, { type: 'checkbox' });
  const { key: redirectsKey, ...redirects } = getInputProps(fields.followRedirects, { type: 'checkbox' });
  return (
    <div className="grid gap-5">
      <p className="hidden text-muted group-has-[input[value=email]:checked]/job:block">
        An email job sends the payload as its text, by the mail server of this service.
      </p>
      <div className="grid gap-5 group-has-[input[value=email]:checked]/job:hidden">
        <SelectField field={fields.httpMethod} label="HTTP Method" className="sm:w-40">
          {httpMethods.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </SelectField>
        <AuthFields field={fields.auth} />
        <HeaderEditor field={fields.headers} variables={variables} revealTo={revealTo} />
      </div>
      <PayloadField field={fields.payload} variables={variables} />
      <div className="grid gap-3 group-has-[input[value=email]:checked]/job:hidden">
        <CheckLabel
          control={<Checkbox key={redirectsKey} {...redirects} />}
          hint="Up to 5; the last response counts. Credentials, cookies and secrets are not sent to other origins."
        >
          Follow redirects
        </CheckLabel>
        <CheckLabel
          control={<Checkbox key={key} {...signing} />}
          hint="Adds webhook-signature by Standard Webhooks, with the signing secret of your account."
        >
          Sign each request
        </CheckLabel>
      </div>
    </div>
  );
}
