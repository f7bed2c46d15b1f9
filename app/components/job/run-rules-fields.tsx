import type { FieldMetadata } from '@conform-to/react';
import { SelectField } from '#app/components/form/bound-field.tsx';
import { ZoneSelect, type ZoneChoices } from '#app/components/job/zone-select.tsx';
import { cn } from '#app/components/ui/cn.ts';
import { RadioGroup } from '#app/components/ui/radio-group.tsx';

interface RunRulesProps {
  fields: Record<'timezone' | 'catchUp' | 'overlap', FieldMetadata<string>>;
  zones: ZoneChoices;
}

/** A job without a schedule misses no run, and follows no zone; the values stay for the schedule that it may get. */
const unlessManual = 'group-has-[input[name=mode][value=none]:checked]/job:hidden';

const overlaps = [
  { value: 'skip', label: 'Skip', hint: 'Recorded as skipped' },
  { value: 'queue', label: 'Queue', hint: 'Starts when the run ends' },
  { value: 'allow', label: 'Allow', hint: 'Both run side by side' },
];

/** In which zone it fires, what comes of fires that were missed, and of those that meet a run still going. */
export function RunRulesFields({ fields: { timezone, catchUp, overlap }, zones }: RunRulesProps) {
  return (
    <div className="grid gap-5">
      <div className={cn('grid items-start gap-4 sm:grid-cols-2', unlessManual)}>
        <ZoneSelect field={timezone} zones={zones} />
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
