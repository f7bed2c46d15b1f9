import type { CronValues } from '#app/components/job/schedule/use-schedule-modes.ts';
import { cn } from '#app/components/ui/cn.ts';
import { Select } from '#app/components/ui/input/select.tsx';
import { cronWeekdays, fromMonday, monthNames, shortWeekdays, weekdayNames } from '#domain/time/names.ts';

interface Pick {
  value: string;
  label: string;
}

const two = (value: number) => String(value).padStart(2, '0');
const counted = (from: number, to: number, label: (value: number) => string): Pick[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    value: String(from + index),
    label: label(from + index),
  }));
const steps = (values: readonly number[], unit: string): Pick[] =>
  values.map((value) => ({ value: `*/${value}`, label: `Every ${value} ${unit}` }));

const pickers: {
  field: Exclude<keyof CronValues, 'dayOfWeek'>;
  name: string;
  label: string;
  picks: Pick[];
}[] = [
  {
    field: 'minute',
    name: 'builderMinute',
    label: 'Minute',
    picks: [
      { value: '*', label: 'Every minute' },
      ...steps([2, 3, 4, 5, 6, 10, 12, 15, 20, 30], 'minutes'),
      ...counted(0, 59, (value) => `At :${two(value)}`),
    ],
  },
  {
    field: 'hour',
    name: 'builderHour',
    label: 'Hour',
    picks: [
      { value: '*', label: 'Every hour' },
      ...steps([2, 3, 4, 6, 8, 12], 'hours'),
      { value: '9-17', label: '09 to 17' },
      ...counted(0, 23, (value) => `At ${two(value)}`),
    ],
  },
  {
    field: 'dayOfMonth',
    name: 'builderDayOfMonth',
    label: 'Day',
    picks: [
      { value: '*', label: 'Every day' },
      { value: 'L', label: 'The last day' },
      { value: '1W', label: 'The first working day' },
      { value: '1,15', label: 'The 1st and 15th' },
      ...counted(1, 31, (value) => `Day ${value}`),
    ],
  },
  {
    field: 'month',
    name: 'builderMonth',
    label: 'Month',
    picks: [
      { value: '*', label: 'Every month' },
      { value: '*/2', label: 'Every 2 months' },
      { value: '*/3', label: 'Every quarter' },
      { value: '*/6', label: 'Every half year' },
      ...counted(1, 12, (value) => monthNames[value - 1] ?? ''),
    ],
  },
];

// Monday first, as in work calendars; the numbers are those of cron.
const days = fromMonday(
  weekdayNames.map((name, day) => ({ value: String(day), short: shortWeekdays[day] ?? '', name })),
);

interface BuilderFieldsProps {
  parts: CronValues;
  onPick: (field: keyof CronValues, text: string) => void;
}

/** The five cron fields as pickers; Advanced edits the same as text. A value that no picker offers stays unchanged. */
export function BuilderFields({ parts, onPick }: BuilderFieldsProps) {
  const { picked, kept } = pickedDays(parts.dayOfWeek);
  const toggle = (day: string, isOn: boolean) => {
    const next = days.map(({ value }) => value).filter((value) => (value === day ? isOn : picked.has(value)));
    onPick('dayOfWeek', next.length === 0 || next.length === 7 ? '*' : next.join(','));
  };
  return (
    <div role="group" aria-label="Builder" className="grid gap-4">
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {pickers.map(({ field, name, label, picks }) => (
          <label key={field} className="grid content-start gap-1.5 font-medium">
            {label}
            <Select
              name={name}
              className="font-normal"
              value={parts[field] || '*'}
              onChange={(event) => onPick(field, event.currentTarget.value)}
            >
              {picks.some(({ value }) => value === (parts[field] || '*')) ? null : (
                <option value={parts[field]}>{parts[field]}</option>
              )}
              {picks.map(({ value, label: words }) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </Select>
          </label>
        ))}
      </div>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-medium">Weekdays</legend>
        <input type="hidden" name="builderWeekday" value={kept} />
        <div className="flex flex-wrap gap-1.5">
          {days.map(({ value, short, name }) => (
            <label key={value} className={dayStyle}>
              <input
                type="checkbox"
                name="builderWeekday"
                value={value}
                aria-label={name}
                className="absolute inset-0 m-0 opacity-0"
                checked={picked.has(value)}
                onChange={(event) => toggle(value, event.currentTarget.checked)}
              />
              {short}
            </label>
          ))}
        </div>
        <p className="mt-1.5 text-xs text-muted">
          {kept === '*' ? 'None picked means any day.' : `${kept} stays until a day is picked.`}
        </p>
      </fieldset>
    </div>
  );
}

const dayStyle = cn(
  'relative flex h-9 min-w-12 items-center justify-center rounded-control border border-control px-2 font-medium text-muted transition-colors touch:h-11',
  'hover:text-ink has-checked:border-brand has-checked:bg-brand-soft has-checked:text-ink',
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-sm:min-w-10 max-sm:flex-1',
);

/** Days of a field of plain days and ranges; `kept` is the field's value when no day is picked. */
function pickedDays(text: string): { picked: Set<string>; kept: string } {
  const numbered = text
    .toUpperCase()
    .replace(/[A-Z]{3}/g, (name) => String(Math.max(cronWeekdays.indexOf(name), 0)));
  const picked = new Set<string>();
  for (const part of numbered.split(',')) {
    const [, from, to = from] = /^([0-7])(?:-([0-7]))?$/.exec(part) ?? [];
    if (from === undefined || Number(to) < Number(from))
      return { picked: new Set(), kept: text.trim() || '*' };
    for (let day = Number(from); day <= Number(to); day += 1) picked.add(String(day % 7));
  }
  return { picked, kept: '*' };
}
