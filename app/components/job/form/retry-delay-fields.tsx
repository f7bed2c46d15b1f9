import { getInputProps, type FieldMetadata } from '@conform-to/react';
import { Checkbox, CheckLabel } from '#app/components/ui/input/checkbox.tsx';
import { Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { Select } from '#app/components/ui/input/select.tsx';
import type { RetryChoices } from '#app/presenters/job-form/read-job-form.ts';

const unlessDefault = 'grid gap-4 group-has-[option[value=default]:checked]/retry:hidden';
const forList = 'hidden group-has-[option[value=list]:checked]/retry:inline';
const forOne = 'group-has-[option[value=list]:checked]/retry:hidden';

/** Delays between attempts: the service's defaults, or the job's own. */
export function RetryDelayFields({
  field,
  choices,
}: {
  field: FieldMetadata<string>;
  choices: RetryChoices;
}) {
  return (
    <>
      <Field id="job-retryKind" label="Retry Delays">
        <Select id="job-retryKind" name="retryKind" defaultValue={choices.kind}>
          <option value="default">Default, from 5s up to 30m</option>
          <option value="fixed">Fixed</option>
          <option value="exponential">Exponential, doubling each time</option>
          <option value="list">List</option>
        </Select>
      </Field>
      <div className={unlessDefault}>
        <WaitsField field={field} initial={choices.waits} />
        <CheckLabel
          control={<Checkbox name="retryJitter" defaultChecked={choices.jitter} />}
          hint="Each delay is up to 20% shorter or longer, so that jobs that failed together don't retry together."
        >
          Jitter
        </CheckLabel>
      </div>
    </>
  );
}

function WaitsField({ field, initial }: { field: FieldMetadata<string>; initial: string }) {
  const {
    key,
    defaultValue: _,
    ...waits
  } = getInputProps(field, { type: 'text', ariaDescribedBy: field.descriptionId });
  return (
    <Field
      id={field.id}
      label={
        <>
          <span className={forOne}>Delay</span>
          <span className={forList}>Delays, one for each retry</span>
        </>
      }
      hint={
        <>
          <span className={forOne}>For example 30s, 5m or 2h; 1 second to 24 hours.</span>
          <span className={forList}>
            For example 10s, 1m, 5m; each 1 second to 24 hours. The last one is repeated.
          </span>
        </>
      }
      errors={field.errors}
    >
      <Input
        key={key}
        {...waits}
        isMono
        maxLength={200}
        autoComplete="off"
        defaultValue={initial}
        placeholder="30s"
      />
    </Field>
  );
}
