import type { FieldMetadata } from '@conform-to/react';
import { SelectField, TextField } from '#app/components/form/bound-field.tsx';

/** Status, tags and external id of the job. */
export function StatusFields({
  fields,
}: {
  fields: Record<'status' | 'tags' | 'externalId', FieldMetadata<string>>;
}) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <SelectField
        field={fields.status}
        label="Job Status"
        hint="An inactive job is a draft: saved but never run, and it doesn't count toward your plan's limit."
        className="sm:col-span-full"
      >
        <option value="active">Active</option>
        <option value="paused">Paused</option>
        <option value="inactive">Inactive</option>
      </SelectField>
      <TextField
        field={fields.tags}
        label="Tags"
        isOptional
        autoComplete="off"
        placeholder="billing, nightly"
        hint="Up to 10, separated by commas."
      />
      <TextField
        field={fields.externalId}
        label="External Id"
        isOptional
        isMono
        maxLength={128}
        autoComplete="off"
        placeholder="billing/nightly-report"
        hint="Your own unique ID; imports and the API use it to find this job."
      />
    </div>
  );
}
