import { monthNames } from '#domain/time/names.ts';
import { parseField } from './cron-field.ts';
import { type CronField, cronFields, type FieldSpec } from './cron-fields.ts';

// The one grammar for the form, the API, the import, the preview and the engine (D9).

const macros: Record<string, string> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};

export type CronParts = Record<FieldSpec['name'], CronField>;

export type ParsedCron =
  | { isValid: true; cron: string; fields: CronParts }
  | { isValid: false; field: FieldSpec['name'] | null; message: string };

/**
 * Reads a cron expression of five fields or a macro.
 * @returns the canonical five fields (macros expanded, one space between, names in capitals), or the invalid field
 *   (null: the whole) with a sentence on how to write it
 */
export function parseCron(text: string): ParsedCron {
  const trimmed = text.trim();
  if (trimmed === '') return refuse('Write a cron expression, such as 0 * * * * for every hour.');
  if (trimmed.length > 256) return refuse('The expression is longer than 256 characters.');
  if (trimmed.startsWith('@')) return parseMacro(trimmed);
  const [, zone] = /^(?:CRON_)?TZ=(\S*)/i.exec(trimmed) ?? [];
  if (zone !== undefined)
    return refuse(`Choose the time zone ${zone.slice(0, 40)} in its own field, and write five fields here.`);
  const parts = trimmed.toUpperCase().split(/\s+/);
  if (parts.length !== cronFields.length) return refuse(countMessage(parts.length));

  const fields: Partial<CronParts> = {};
  for (const [index, spec] of cronFields.entries()) {
    const field = parseField({ text: parts[index] ?? '', spec });
    if ('message' in field) return { isValid: false, field: spec.name, message: field.message };
    fields[spec.name] = field;
  }
  const complete = fields as CronParts;
  const never = checkComesToPass(complete);
  if (never !== null) return { isValid: false, field: never.field, message: never.message };
  return { isValid: true, cron: parts.join(' '), fields: complete };
}

function parseMacro(text: string): ParsedCron {
  const known = macros[text.toLowerCase()];
  if (known) return parseCron(known);
  if (text.toLowerCase() === '@reboot') return refuse("@reboot can't be scheduled: nothing reboots here.");
  return refuse(`${text.slice(0, 30)} is not a macro. Known are ${Object.keys(macros).join(', ')}.`);
}

function countMessage(count: number): string {
  const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];
  const found = `${numbers[count] ?? String(count)} field${count === 1 ? '' : 's'} found.`;
  if (count === 6 || count === 7) return `${found} Seconds are not supported.`;
  return `${found} Write five: minute, hour, day of month, month, day of week.`;
}

function refuse(message: string): ParsedCron {
  return { isValid: false, field: null, message };
}

const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Reports whether the dates the day fields name exist in any year; else why the expression never fires. A day of week
 * comes in every month, but a fifth one does not in a February of 28 days: in one of 29 it can.
 */
function checkComesToPass(fields: {
  dayOfMonth: CronField;
  month: CronField;
  dayOfWeek: CronField;
}): { field: FieldSpec['name']; message: string } | null {
  const { dayOfMonth, month, dayOfWeek } = fields;
  // Both day fields set mean OR: the weekday always occurs.
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
