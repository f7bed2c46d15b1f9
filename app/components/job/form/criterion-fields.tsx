import type { FieldMetadata } from '@conform-to/react';
import { SelectField, TextField } from '#app/components/form/bound-field.tsx';

type CriterionFieldset = Record<
  'successCriterion' | 'successRegex' | 'acceptedStatuses',
  FieldMetadata<string>
>;

const shown = 'hidden group-has-[option[value^=body]:checked]/criterion:grid';
const forSuccess = 'group-has-[option[value*=fail]:checked]/criterion:hidden';
const forFailure = 'hidden group-has-[option[value*=fail]:checked]/criterion:inline';

/** Success criterion, with the pattern field if needed. */
export function CriterionFields({ fields }: { fields: CriterionFieldset }) {
  return (
    <div className="group/criterion grid gap-4">
      <SelectField field={fields.successCriterion} label="Success Criterion">
        <option value="status_code">The status is accepted</option>
        <option value="body_match">The status is accepted and the pattern is found</option>
        <option value="body_fail_match">The status is accepted and the pattern is not found</option>
      </SelectField>
      <TextField
        field={fields.successRegex}
        className={shown}
        label={
          <>
            <span className={forSuccess}>Success Pattern</span>
            <span className={forFailure}>Failure Pattern</span>
          </>
        }
        isMono
        maxLength={256}
        autoComplete="off"
        spellCheck={false}
        placeholder={'"ok":\\s*true'}
        hint="A regular expression in RE2 syntax, matched against the first 256 KiB of the response."
      />
      <TextField
        field={fields.acceptedStatuses}
        label="Accepted Statuses"
        isOptional
        isMono
        maxLength={256}
        autoComplete="off"
        placeholder="200-299"
        hint="For example 200-204,302. Empty = any 2xx. Redirects are followed only if Follow redirects is on."
      />
    </div>
  );
}
