import type { CronValues, ScheduleFieldset } from '#app/components/job/schedule/use-schedule-modes.ts';
import { FieldError } from '#app/components/ui/input/field.tsx';

const parts = [
  {
    name: 'minute',
    shown: 'group-has-[input[name=minute]:focus]/cron:visible group-not-has-[input:focus]/cron:visible',
    label: 'Minute',
    allowed: '0-59',
    list: '0,30',
    range: '0-29',
    step: '*/15',
  },
  {
    name: 'hour',
    shown: 'group-has-[input[name=hour]:focus]/cron:visible',
    label: 'Hour',
    allowed: '0-23',
    list: '2,14',
    range: '9-17',
    step: '*/6',
  },
  {
    name: 'dayOfMonth',
    shown: 'group-has-[input[name=dayOfMonth]:focus]/cron:visible',
    label: 'Day',
    allowed: '1-31, L',
    list: '1,15',
    range: '1-7',
    step: '*/2',
  },
  {
    name: 'month',
    shown: 'group-has-[input[name=month]:focus]/cron:visible',
    label: 'Month',
    allowed: '1-12, JAN-DEC',
    list: 'JAN,JUL',
    range: '4-6',
    step: '*/3',
  },
  {
    name: 'dayOfWeek',
    shown: 'group-has-[input[name=dayOfWeek]:focus]/cron:visible',
    label: 'Weekday',
    allowed: '0-7, SUN-SAT',
    list: 'MON,FRI',
    range: '1-5',
    step: '5#2',
  },
] as const;

// Shows only the hint of the focused field, at rest the first; all keep their room, so nothing moves.

/** The five fields of a cron expression side by side; the focused one shows its allowed values. */
export function CronFields({
  fields,
  parts: texts,
  onType,
}: {
  fields: ScheduleFieldset;
  parts: CronValues;
  onType: (field: keyof CronValues, text: string) => void;
}) {
  return (
    <div className="group/cron grid gap-1.5">
      <div
        role="group"
        aria-label="Cron fields"
        className="grid grid-cols-5 divide-x divide-border rounded-control border border-control"
      >
        {parts.map(({ name, label }) => {
          const { id, name: fieldName, errors, errorId } = fields[name];
          const isInvalid = Boolean(errors?.length);
          return (
            <label
              key={name}
              className="grid justify-items-center gap-0.5 px-1 py-2 text-xs text-muted first:rounded-l-[5px] last:rounded-r-[5px] focus-within:bg-brand-soft focus-within:text-ink focus-within:shadow-[inset_0_-2px_0_var(--brand)]"
            >
              <input
                id={id}
                name={fieldName}
                aria-invalid={isInvalid || undefined}
                aria-describedby={isInvalid ? errorId : undefined}
                value={texts[name]}
                onChange={(event) => onType(name, event.currentTarget.value)}
                autoComplete="off"
                spellCheck={false}
                placeholder="*"
                className="order-first w-full bg-transparent text-center font-mono text-xl font-medium text-ink outline-none [font-variant-ligatures:none]"
              />
              {label}
            </label>
          );
        })}
      </div>
      <div className="grid text-xs text-muted">
        {parts.map(({ name, label, allowed, list, range, step, shown }) => (
          <p key={name} className={`invisible [grid-area:1/1] ${shown}`}>
            {label} takes <Sample>{allowed}</Sample> list <Sample>{list}</Sample> range{' '}
            <Sample>{range}</Sample> step <Sample>{step}</Sample> every <Sample>*</Sample>
          </p>
        ))}
      </div>
      {parts.map(({ name }) => (
        <FieldError key={name} id={fields[name].id} errors={fields[name].errors} />
      ))}
    </div>
  );
}

function Sample({ children }: { children: string }) {
  return <code className="mr-2 text-ink">{children}</code>;
}
