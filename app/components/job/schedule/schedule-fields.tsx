import { BuilderFields } from '#app/components/job/schedule/builder-fields.tsx';
import { CronFields } from '#app/components/job/schedule/cron-fields.tsx';
import { takeCronZone } from '#app/components/job/schedule/take-cron-zone.ts';
import { useScheduleModes, type ScheduleFieldset } from '#app/components/job/schedule/use-schedule-modes.ts';
import { Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { Segments } from '#app/components/ui/input/segments.tsx';
import { Select } from '#app/components/ui/input/select.tsx';
import type { Interval } from '#app/presenters/job-form/interval.ts';

const modes = [
  { value: 'every', label: 'Simple' },
  { value: 'builder', label: 'Builder' },
  {
    value: 'cron',
    label: (
      <span>
        Cron<span className="max-sm:sr-only"> Expression</span>
      </span>
    ),
  },
  { value: 'manual', label: 'Advanced' },
  {
    value: 'none',
    label: (
      <span>
        Manual<span className="max-sm:sr-only"> only</span>
      </span>
    ),
  },
];

/** The ways to say when; the chosen radio shows its panel by CSS alone, and no panel forgets its text. */
export function ScheduleFields({ fields, intervals }: { fields: ScheduleFieldset; intervals: Interval[] }) {
  const schedule = useScheduleModes({ fields, intervals });
  const { timeInterval, cronExpression } = fields;
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
          value={schedule.mode}
          onChange={schedule.choose}
          className="max-sm:w-full max-sm:[&>label]:flex-auto max-sm:[&>label]:px-0.5"
        />
      </div>
      <div className="hidden group-has-[input[value=every]:checked]/schedule:block">
        <Field id={timeInterval.id} label="Interval" errors={timeInterval.errors}>
          <Select
            {...bound(timeInterval)}
            value={schedule.interval}
            onChange={(event) => schedule.pickInterval(event.currentTarget.value)}
          >
            {intervals.map((preset) => (
              <option key={preset.value} value={preset.value}>
                {preset.label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div className="hidden group-has-[input[value=builder]:checked]/schedule:block">
        <BuilderFields parts={schedule.parts} onPick={schedule.typePart} />
      </div>
      <div className="hidden group-has-[input[value=cron]:checked]/schedule:block">
        <Field
          id={cronExpression.id}
          label="Cron Expression"
          hint="Minute, hour, day of month, month, day of week. Names, lists, ranges, steps and L, W, # are understood."
          errors={cronExpression.errors}
        >
          <Input
            {...bound(cronExpression)}
            isMono
            placeholder="0 * * * *"
            autoComplete="off"
            spellCheck={false}
            value={schedule.expression}
            onChange={(event) => schedule.typeExpression(takeCronZone(event.currentTarget))}
          />
        </Field>
      </div>
      <div className="hidden group-has-[input[value=manual]:checked]/schedule:block">
        <CronFields fields={fields} parts={schedule.parts} onType={schedule.typePart} />
      </div>
      <p className="hidden text-muted group-has-[input[value=none]:checked]/schedule:block">
        This job has no schedule. It runs when you press Run Now or call the API.
      </p>
    </fieldset>
  );
}

/** Name and marks of a control whose text React holds. */
function bound({ id, name, errors, errorId }: ScheduleFieldset['mode']) {
  const isInvalid = Boolean(errors?.length);
  return {
    id,
    name,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': isInvalid ? errorId : undefined,
  };
}
