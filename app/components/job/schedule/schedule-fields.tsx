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

/** Schedule modes: the chosen radio shows its panel by CSS alone, and every panel keeps its text. */
export function ScheduleFields({ fields, intervals }: { fields: ScheduleFieldset; intervals: Interval[] }) {
  const schedule = useScheduleModes({ fields, intervals });
  return (
    <fieldset ref={schedule.fieldset} className="group/schedule min-w-0">
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
      <IntervalPanel field={fields.timeInterval} intervals={intervals} schedule={schedule} />
      <div className="hidden group-has-[input[value=builder]:checked]/schedule:block">
        <BuilderFields parts={schedule.parts} onPick={schedule.typePart} />
      </div>
      <ExpressionPanel field={fields.cronExpression} schedule={schedule} />
      <div className="hidden group-has-[input[value=manual]:checked]/schedule:block">
        <CronFields fields={fields} parts={schedule.parts} onType={schedule.typePart} />
      </div>
      <p className="hidden text-muted group-has-[input[value=none]:checked]/schedule:block">
        This job has no schedule. It runs when you press Run Now or call the API.
      </p>
    </fieldset>
  );
}

type Schedule = ReturnType<typeof useScheduleModes>;
type ScheduleField = ScheduleFieldset['mode'];

function IntervalPanel({
  field,
  intervals,
  schedule,
}: {
  field: ScheduleField;
  intervals: Interval[];
  schedule: Schedule;
}) {
  return (
    <div className="hidden group-has-[input[value=every]:checked]/schedule:block">
      <Field id={field.id} label="Interval" errors={field.errors}>
        <Select
          {...bound(field)}
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
  );
}

function ExpressionPanel({ field, schedule }: { field: ScheduleField; schedule: Schedule }) {
  return (
    <div className="hidden group-has-[input[value=cron]:checked]/schedule:block">
      <Field
        id={field.id}
        label="Cron Expression"
        hint="Minute, hour, day of month, month, day of week. Names, lists, ranges, steps and L, W, # are understood."
        errors={field.errors}
      >
        <Input
          {...bound(field)}
          isMono
          placeholder="0 * * * *"
          autoComplete="off"
          spellCheck={false}
          value={schedule.expression}
          onChange={(event) => schedule.typeExpression(takeCronZone(event.currentTarget))}
        />
      </Field>
    </div>
  );
}

/** Name and error attributes of a controlled input. */
function bound({ id, name, errors, errorId }: ScheduleField) {
  const isInvalid = Boolean(errors?.length);
  return {
    id,
    name,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': isInvalid ? errorId : undefined,
  };
}
