import { monthNames } from '#domain/time/names.ts';
import type { CronField, FieldSpec } from './cron-fields.ts';

const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Reports whether the dates the day fields name exist in any year; else why the expression never fires. A day of week
 * comes in every month, but a fifth one does not in a February of 28 days: in one of 29 it can.
 */
export function checkComesToPass(fields: {
  dayOfMonth: CronField;
  month: CronField;
  dayOfWeek: CronField;
}): { field: FieldSpec['name']; message: string } | null {
  const { dayOfMonth, month, dayOfWeek } = fields;
  // Both day fields set mean OR: the weekday comes to pass.
  if (!dayOfWeek.isStar || dayOfMonth.isLastDay) return null;
  const days = [...dayOfMonth.values, ...dayOfMonth.nearestWeekdays];
  const canCome = month.values.some((m) => days.some((day) => day <= (longest[m - 1] ?? 31)));
  if (canCome) return null;
  const first = month.values[0] ?? 1;
  const day = Math.min(...days);
  const which = month.values.length === 1 ? (monthNames[first - 1] ?? '') : 'None of these months';
  const has = month.values.length === 1 ? 'has no day' : 'has a day';
  return { field: 'dayOfMonth', message: `Never runs: ${which} ${has} ${day}.` };
}
