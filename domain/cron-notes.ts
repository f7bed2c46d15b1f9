import { parseCron } from './cron.ts';

const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const two = (value: number) => String(value).padStart(2, '0');

/**
 * What a schedule does that its expression does not seem to say (D27): steps that start anew, two day fields,
 * days that some months lack. Empty for an expression that is not valid.
 */
export function cronNotes(cron: string): string[] {
  const parsed = parseCron(cron);
  if (!parsed.isValid) return [];
  const { minute, hour, dayOfMonth, month, dayOfWeek } = parsed.fields;
  const notes: string[] = [];

  const restarts = (field: { text: string; values: readonly number[] }, size: number) => {
    const step = Number(/^\*\/(\d+)$/.exec(field.text)?.[1] ?? 1);
    return size % step === 0 ? null : (field.values.at(-1) ?? null);
  };
  const lastMinute = restarts(minute, 60);
  if (lastMinute !== null) notes.push(`Restarts every hour: after :${two(lastMinute)} comes :00.`);
  const lastHour = restarts(hour, 24);
  if (lastHour !== null) notes.push(`Restarts every day: after ${two(lastHour)}:00 comes 00:00.`);
  if (/^\*\/([2-9]|\d\d)$/.test(dayOfMonth.text)) {
    notes.push(`Restarts every month: after day ${dayOfMonth.values.at(-1) ?? 31} comes day 1.`);
  }
  const lastMonth = restarts(month, 12);
  if (lastMonth !== null) notes.push('Restarts every year: it begins again in January.');
  if (restarts(dayOfWeek, 7) !== null) notes.push('Restarts every week: it begins again on Sunday.');

  if (!dayOfMonth.isStar && !dayOfWeek.isStar) notes.push('Runs when either matches.');
  // A step says nothing about day 31 in particular: its note above is the one that matters.
  const named = dayOfMonth.hasWildcard ? [] : [...dayOfMonth.values, ...dayOfMonth.nearestWeekdays];
  if (month.values.some((m) => named.some((day) => day > (m === 2 ? 28 : (daysOfMonths[m - 1] ?? 31))))) {
    notes.push('Months without this day are skipped. Use L for the last day.');
  }
  return notes;
}
