import { getInputProps, type FieldMetadata } from '@conform-to/react';
import { useState, type ReactNode } from 'react';
import { Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { Select } from '#app/components/ui/input/select.tsx';
import { type AuthChoices, authChoices } from '#app/presenters/job-form/read-job-form.ts';

const unlessNone = 'group-has-[option[value=none]:checked]/auth:hidden';
const forBasic = 'hidden group-has-[option[value=basic]:checked]/auth:grid';
const forHeader = 'hidden group-has-[option[value=header]:checked]/auth:grid';
const forOAuth = 'hidden group-has-[option[value=oauth2]:checked]/auth:grid';
const wordOf = {
  basic: 'hidden group-has-[option[value=basic]:checked]/auth:inline',
  bearer: 'hidden group-has-[option[value=bearer]:checked]/auth:inline',
  header: 'hidden group-has-[option[value=header]:checked]/auth:inline',
  oauth2: 'hidden group-has-[option[value=oauth2]:checked]/auth:inline',
};

/** Authentication of the request. A saved secret shows as a mask and stays unless overwritten. */
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
          <option value="oauth2">OAuth 2 client credentials</option>
        </Select>
      </Field>
      <Text name="authUser" label="Username" className={forBasic} defaultValue={choices.username} />
      <Text
        {...{ name: 'authName', label: 'Header Name', className: forHeader, isMono: true }}
        {...{ placeholder: 'x-api-key', defaultValue: choices.name }}
      />
      <OAuthClientFields choices={choices} />
      <Field
        id={field.id}
        className={unlessNone}
        label={
          <>
            <span className={wordOf.basic}>Password</span>
            <span className={wordOf.bearer}>Token</span>
            <span className={wordOf.header}>Key</span>
            <span className={wordOf.oauth2}>Client Secret</span>
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
      <OAuthOptionFields choices={choices} />
    </div>
  );
}

function OAuthClientFields({ choices }: { choices: AuthChoices }) {
  return (
    <>
      <Text
        {...{ name: 'authTokenUrl', label: 'Token URL', className: forOAuth, isMono: true }}
        {...{ placeholder: 'https://id.example.com/oauth2/token', defaultValue: choices.tokenUrl }}
        // A hidden field of type url would block the form, so the server validates it.
        inputMode="url"
        hint="Asked for an access token, which is kept until it ends."
      />
      <Text
        {...{ name: 'authClientId', label: 'Client ID', className: forOAuth, isMono: true }}
        defaultValue={choices.clientId}
      />
    </>
  );
}

function OAuthOptionFields({ choices }: { choices: AuthChoices }) {
  return (
    <>
      <Text
        {...{ name: 'authScope', label: 'Scope', className: forOAuth, isMono: true, isOptional: true }}
        {...{ placeholder: 'reports.read', defaultValue: choices.scope }}
      />
      <Text
        {...{ name: 'authAudience', label: 'Audience', className: forOAuth, isMono: true, isOptional: true }}
        {...{ placeholder: 'https://api.example.com', defaultValue: choices.audience }}
      />
      <Field
        id="job-authClientAuth"
        label="Send Client Credentials"
        hint="Where the token request carries client ID and client secret."
        className={forOAuth}
      >
        <Select id="job-authClientAuth" name="authClientAuth" defaultValue={choices.clientAuth}>
          <option value="">In a Basic header</option>
          <option value="body">In the request body</option>
        </Select>
      </Field>
    </>
  );
}

interface TextProps {
  name: string;
  label: ReactNode;
  className: string;
  defaultValue: string;
  hint?: string;
  placeholder?: string;
  inputMode?: 'url';
  isMono?: boolean;
  isOptional?: boolean;
}

function Text({ name, label, className, hint, isOptional, ...input }: TextProps) {
  const id = `job-${name}`;
  return (
    <Field id={id} label={label} hint={hint} isOptional={isOptional} className={className}>
      <Input
        {...{ id, name, maxLength: 2048, autoComplete: 'off', ...input }}
        aria-describedby={hint ? `${id}-description` : undefined}
      />
    </Field>
  );
}
