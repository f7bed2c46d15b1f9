import type { FieldMetadata } from '@conform-to/react';
import { SelectField } from '#app/components/form/bound-field.tsx';
import { cn } from '#app/components/ui/cn.ts';
import { RadioGroup } from '#app/components/ui/input/radio-group.tsx';
import type { ZoneChoices } from '#app/presenters/job-form/zone-choices.ts';
import { ZoneField } from '#app/components/zone/zone-field.tsx';

interface RunRulesProps {
  fields: Record<'timezone' | 'catchUp' | 'overlap', FieldMetadata<string>>;
  zones: ZoneChoices;
  /** A new job starts in the browser's zone. */
  takesBrowserZone: boolean;
}

/** Hidden for a job without a schedule: it has no zone and misses no run. The values stay for a later schedule. */
const unlessManual = 'group-has-[input[name=mode][value=none]:checked]/job:hidden';

const overlaps = [
  { value: 'skip', label: 'Skip', hint: 'Recorded as skipped' },
  { value: 'queue', label: 'Queue', hint: 'Starts when the run ends' },
  { value: 'allow', label: 'Allow', hint: 'Both run side by side' },
];

/** Time zone, catch-up rule and overlap rule. */
export function RunRulesFields({ fields, zones, takesBrowserZone }: RunRulesProps) {
  const { timezone, catchUp, overlap } = fields;
  return (
    <div className="grid gap-5">
      <div className={cn('grid items-start gap-4 sm:grid-cols-2', unlessManual)}>
        <ZoneField
          id={timezone.id}
          name={timezone.name}
          label="Timezone"
          errors={timezone.errors}
          initial={timezone.initialValue ?? 'UTC'}
          zones={zones}
          takesBrowserZone={takesBrowserZone}
        />
        <SelectField field={catchUp} label="If a run is missed">
          <option value="last">Run the last one, within 1 hour</option>
          <option value="none">Don't run any</option>
          <option value="all">Run all of the last hour</option>
        </SelectField>
      </div>
      <RadioGroup
        id={overlap.id}
        name={overlap.name}
        label="If the last run is still going"
        choices={overlaps}
        defaultValue={overlap.initialValue ?? 'skip'}
        errors={overlap.errors}
      />
    </div>
  );
}
