import type { FieldMetadata } from '@conform-to/react';
import { SelectField, TextField } from '#app/components/form/bound-field.tsx';
import { CronFields } from '#app/components/job/cron-fields.tsx';
import { Segments } from '#app/components/ui/segments.tsx';

const modes = [
  { value: 'every', label: 'Simple' },
  {
    value: 'cron',
    label: (
      <span>
        Cron<span className="max-sm:hidden"> Expression</span>
      </span>
    ),
  },
  { value: 'manual', label: 'Advanced' },
  {
    value: 'none',
    label: (
      <span>
        Manual<span className="max-sm:hidden"> only</span>
      </span>
    ),
  },
];

type Names =
  'mode' | 'timeInterval' | 'cronExpression' | 'minute' | 'hour' | 'dayOfMonth' | 'month' | 'dayOfWeek';

/** One of the 26 presets. */
export interface Interval {
  value: number;
  label: string;
}

export type ScheduleFieldset = Record<Names, FieldMetadata<string>>;

/** The ways to say when; the chosen radio shows its panel by CSS alone, and no panel forgets its text. */
export function ScheduleFields({ fields, intervals }: { fields: ScheduleFieldset; intervals: Interval[] }) {
  return (
    <fieldset className="group/schedule min-w-0">
      <legend className="sr-only">Schedule</legend>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span aria-hidden className="text-base font-semibold">
          Schedule
        </span>
        <Segments
          name={fields.mode.name}
          label="Schedule mode"
          choices={modes}
          defaultValue={fields.mode.initialValue ?? 'every'}
          className="max-sm:w-full max-sm:[&>label]:flex-1 max-sm:[&>label]:px-1"
        />
      </div>
      <div className="hidden group-has-[input[value=every]:checked]/schedule:block">
        <SelectField field={fields.timeInterval} label="Interval">
          {intervals.map((preset) => (
            <option key={preset.value} value={preset.value}>
              {preset.label}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="hidden group-has-[input[value=cron]:checked]/schedule:block">
        <TextField
          field={fields.cronExpression}
          label="Cron Expression"
          isMono
          placeholder="0 * * * *"
          autoComplete="off"
          spellCheck={false}
          hint="Minute, hour, day of month, month, day of week. Names, lists, ranges, steps and L, W, # are understood."
        />
      </div>
      <div className="hidden group-has-[input[value=manual]:checked]/schedule:block">
        <CronFields fields={fields} />
      </div>
      <p className="hidden text-muted group-has-[input[value=none]:checked]/schedule:block">
        This job has no schedule. It runs when you press Run Now or call the API.
      </p>
    </fieldset>
  );
}
