import type { FieldMetadata } from '@conform-to/react';
import { TextField } from '#app/components/form/bound-field.tsx';

/** How long to wait, and how often to try again. */
export function TimeoutFields({
  fields,
}: {
  fields: Record<'timeout' | 'retryCount', FieldMetadata<string>>;
}) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        field={fields.timeout}
        label="Timeout (seconds)"
        type="number"
        inputMode="numeric"
        min={1}
        max={300}
        hint="1 to 300, for each attempt: from the look-up of the name to the last byte."
      />
      <TextField
        field={fields.retryCount}
        label="Retry Count"
        type="number"
        inputMode="numeric"
        min={0}
        max={10}
        hint="0 to 10 further attempts after the first, each after a longer wait. None starts once the next fire is due."
      />
    </div>
  );
}
