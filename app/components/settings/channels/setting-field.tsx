import { Checkbox, CheckLabel } from '#app/components/ui/input/checkbox.tsx';
import { describedBy, Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { Select } from '#app/components/ui/input/select.tsx';
import type { ChannelField } from '#domain/notifications/channel-fields.ts';

interface SettingFieldProps {
  field: ChannelField;
  typed: string | undefined;
  /** Masked for a secret; undefined for a new channel. */
  saved: string | undefined;
  errors: string[] | undefined;
}

/** A setting of a channel's kind; a saved secret is kept if its field stays empty. */
export function SettingField(props: SettingFieldProps) {
  const { field, errors, saved } = props;
  const id = `channel-${field.name}`;
  const isKept = field.isSecret && saved !== undefined;
  const hint = isKept ? `Saved. Leave it empty to keep it. ${field.hint}` : field.hint;
  return (
    <>
      <Field id={id} label={field.label} hint={hint} errors={errors} isOptional={!field.isRequired}>
        <SettingControl {...props} id={id} hint={hint} />
      </Field>
      {isKept && !field.isRequired ? (
        <CheckLabel control={<Checkbox name="removed" value={field.name} />}>
          Remove the saved {field.label.toLowerCase()}
        </CheckLabel>
      ) : null}
    </>
  );
}

function SettingControl({
  field: { name, input, choices, example, isSecret },
  typed,
  saved,
  errors,
  id,
  hint,
}: SettingFieldProps & { id: string; hint: string }) {
  const common = {
    ...{ id, name },
    'aria-invalid': errors?.length ? (true as const) : undefined,
    'aria-describedby': describedBy({ id, hint, errors }),
  };
  if (input === 'choice')
    return (
      <Select {...common} defaultValue={typed ?? saved ?? choices?.[0]?.value ?? ''}>
        {choices?.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    );
  return (
    <Input
      {...common}
      isMono
      type={input === 'url' || input === 'password' ? input : 'text'}
      defaultValue={typed ?? (isSecret ? '' : (saved ?? ''))}
      placeholder={isSecret && saved !== undefined ? saved : example}
      maxLength={4_096}
      autoComplete={input === 'password' ? 'new-password' : 'off'}
      autoCapitalize="off"
      spellCheck={false}
    />
  );
}
