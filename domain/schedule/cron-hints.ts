import type { CronField } from './cron-fields.ts';
import { parseCron } from './cron.ts';

const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const two = (value: number) => String(value).padStart(2, '0');

/**
 * Surprising properties of a schedule (D27): restarting steps, two day fields, months without a day. Empty for an
 * invalid expression.
 */
export function cronHints(cron: string): string[] {
  const parsed = parseCron(cron);
  if (!parsed.isValid) return [];
  const { minute, hour, dayOfMonth, month, dayOfWeek } = parsed.fields;
  const hints: string[] = [];

  const lastMinute = lastBeforeRestart({ field: minute, size: 60 });
  if (lastMinute !== null) {
    hints.push(`Restarts every hour: after :${two(lastMinute)} comes :${two(minute.values[0] ?? 0)}.`);
  }
  const lastHour = lastBeforeRestart({ field: hour, size: 24 });
  if (lastHour !== null) {
    const [last, first] = [minute.values.at(-1) ?? 0, minute.values[0] ?? 0];
    const next = hour.values[0] ?? 0;
    hints.push(`Restarts every day: after ${two(lastHour)}:${two(last)} comes ${two(next)}:${two(first)}.`);
  }
  if (/^\*\/([2-9]|\d\d)$/.test(dayOfMonth.text)) {
    hints.push(`Restarts every month: after day ${dayOfMonth.values.at(-1) ?? 31} comes day 1.`);
  }
  if (isUneven({ field: month, size: 12 })) hints.push('Restarts every year: it begins again in January.');
  if (isUneven({ field: dayOfWeek, size: 7 })) hints.push('Restarts every week: it begins again on Sunday.');

  if (!dayOfMonth.isStar && !dayOfWeek.isStar) hints.push('Runs when either matches.');
  // A step does not name day 31 in particular: its note above is enough.
  const named = dayOfMonth.hasWildcard ? [] : [...firstDays(dayOfMonth.text), ...dayOfMonth.nearestWeekdays];
  if (month.values.some((m) => named.some((day) => day > (m === 2 ? 28 : (daysOfMonths[m - 1] ?? 31))))) {
    hints.push('Months without this day are skipped. Use L for the last day.');
  }
  return hints;
}

/** The days of a list, or the first of a range: a range that begins within every month leaves none out. */
function firstDays(text: string): number[] {
  return text.split(',').flatMap((part) => (/^\d+(-\d+)?$/.test(part) ? [Number.parseInt(part, 10)] : []));
}

type Stepped = Pick<CronField, 'text' | 'values'>;

/** Reports whether `*` goes by a step that does not divide its unit. */
function isUneven({ field, size }: { field: Stepped; size: number }): boolean {
  return size % Number(/^\*\/(\d+)$/.exec(field.text)?.[1] ?? 1) !== 0;
}

/**
 * The last value of a step through the whole unit, if the way back to the first differs from that step; otherwise null.
 * For ranges, only those that a step could neither begin before nor continue after, such as 1-59/7: others end on
 * purpose.
 */
function lastBeforeRestart({
  field: { text, values },
  size,
}: {
  field: Stepped;
  size: number;
}): number | null {
  const step = Number(/^(?:\*|\d+-\d+)\/(\d+)$/.exec(text)?.[1] ?? 0);
  const [first, last] = [values[0], values.at(-1)];
  if (step === 0 || first === undefined || last === undefined) return null;
  const isWhole = first < step && last + step >= size;
  return isWhole && first + size - last !== step ? last : null;
}
