import { getInputProps, type FieldMetadata } from '@conform-to/react';
import { useState } from 'react';
import { Field } from '#app/components/ui/field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { authChoices } from '#app/presenters/read-job-form.ts';

const unlessNone = 'group-has-[option[value=none]:checked]/auth:hidden';
const forBasic = 'hidden group-has-[option[value=basic]:checked]/auth:grid';
const forHeader = 'hidden group-has-[option[value=header]:checked]/auth:grid';
const wordOf = {
  basic: 'hidden group-has-[option[value=basic]:checked]/auth:inline',
  bearer: 'hidden group-has-[option[value=bearer]:checked]/auth:inline',
  header: 'hidden group-has-[option[value=header]:checked]/auth:inline',
};

/** Authentication of the request. A saved secret is a mask that stays unless it is typed over. */
export function AuthFields({ field }: { field: FieldMetadata<string> }) {
  const [choices] = useState(() => authChoices(field.initialValue ?? ''));
  const {
    key,
    defaultValue: _,
    ...secret
  } = getInputProps(field, { type: 'password', ariaDescribedBy: field.descriptionId });
  return (
    <div className="group/auth grid items-start gap-4 sm:grid-cols-2">
      <Field id="job-authType" label="Authentication">
        <Select id="job-authType" name="authType" defaultValue={choices.type}>
          <option value="none">None</option>
          <option value="basic">Basic</option>
          <option value="bearer">Bearer token</option>
          <option value="header">API key in a header</option>
        </Select>
      </Field>
      <Field id="job-authUser" label="Username" className={forBasic}>
        <Input
          id="job-authUser"
          name="authUser"
          autoComplete="off"
          maxLength={2048}
          defaultValue={choices.username}
        />
      </Field>
      <Field id="job-authName" label="Header Name" className={forHeader}>
        <Input
          id="job-authName"
          name="authName"
          isMono
          autoComplete="off"
          maxLength={2048}
          placeholder="x-api-key"
          defaultValue={choices.name}
        />
      </Field>
      <Field
        id={field.id}
        className={unlessNone}
        label={
          <>
            <span className={wordOf.basic}>Password</span>
            <span className={wordOf.bearer}>Token</span>
            <span className={wordOf.header}>Key</span>
          </>
        }
        hint="Stored encrypted and never shown again. Use {{secret.NAME}} for a secret of your account."
        errors={field.errors}
      >
        <Input
          key={key}
          {...secret}
          isMono
          maxLength={2048}
          autoComplete="new-password"
          defaultValue={choices.secret}
        />
      </Field>
    </div>
  );
}
