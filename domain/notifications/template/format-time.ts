import { offsetLabel, wallClock, type WallClock } from '#domain/schedule/timezone.ts';
import { monthNames, shortMonths, shortWeekdays, weekdayNames } from '#domain/time/names.ts';
import '#domain/zones/shipped-zones.ts';

interface Shown extends WallClock {
  millisecond: number;
  /** "+01:00" */
  offset: string;
}

const padded = (value: number, length = 2) => String(value).padStart(length, '0');
const hourOf12 = (hour: number) => hour % 12 || 12;

/** The letters of a format, as Unicode defines them (UTS 35). */
const fields: Readonly<Record<string, (shown: Shown) => string>> = {
  yyyy: ({ year }) => padded(year, 4),
  yy: ({ year }) => padded(year % 100),
  MMMM: ({ month }) => monthNames[month - 1] ?? '',
  MMM: ({ month }) => shortMonths[month - 1] ?? '',
  MM: ({ month }) => padded(month),
  M: ({ month }) => String(month),
  dd: ({ day }) => padded(day),
  d: ({ day }) => String(day),
  EEEE: ({ weekday }) => weekdayNames[weekday] ?? '',
  EEE: ({ weekday }) => shortWeekdays[weekday] ?? '',
  HH: ({ hour }) => padded(hour),
  H: ({ hour }) => String(hour),
  hh: ({ hour }) => padded(hourOf12(hour)),
  h: ({ hour }) => String(hourOf12(hour)),
  a: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  mm: ({ minute }) => padded(minute),
  ss: ({ second }) => padded(second),
  SSS: ({ millisecond }) => padded(millisecond, 3),
  XXX: ({ offset }) => (offset === '+00:00' ? 'Z' : offset),
  xxx: ({ offset }) => offset,
};

const piece = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+/y;

/**
 * Why a text is no format of times, with the remedy.
 * @returns null for a format
 */
export function timeFormatError(format: string): string | null {
  if (format.trim() === '') return 'Enter a format, such as yyyy-MM-dd HH:mm.';
  const { wrong } = readFormat(format);
  if (wrong === null) return null;
  return wrong.startsWith("'")
    ? 'A single quote of the format is not closed. Put text between two of them.'
    : `${wrong} is not a part of a time. Use ${Object.keys(fields).join(', ')}, and put text in single quotes, such as 'at'.`;
}

/**
 * An instant in a zone.
 * @param at UTC milliseconds
 * @param timeZone a name that `isTimeZone` accepts
 * @param format without a `timeFormatError`
 */
export function formatTime({
  at,
  timeZone,
  format,
}: {
  at: number;
  timeZone: string;
  format: string;
}): string {
  const shown: Shown = {
    ...wallClock({ timeZone, at }),
    millisecond: new Date(at).getUTCMilliseconds(),
    offset: offsetLabel({ timeZone, at }).slice('UTC'.length),
  };
  return readFormat(format)
    .pieces.map((one) => ('field' in one ? (fields[one.field]?.(shown) ?? '') : one.text))
    .join('');
}

type FormatPiece = { field: string } | { text: string };

/** @returns the first piece that is no part of a format as `wrong`, else null */
function readFormat(format: string): { pieces: FormatPiece[]; wrong: string | null } {
  const pieces: FormatPiece[] = [];
  for (let at = 0; at < format.length; at = piece.lastIndex) {
    piece.lastIndex = at;
    const [whole, quoted, letter] = piece.exec(format) ?? [];
    if (whole === undefined) return { pieces, wrong: format.slice(at) };
    if (letter !== undefined && !Object.hasOwn(fields, whole)) return { pieces, wrong: whole };
    if (letter !== undefined) pieces.push({ field: whole });
    else if (quoted === undefined) pieces.push({ text: whole });
    // Two single quotes are one, within quoted text and outside of it.
    else pieces.push({ text: quoted === '' ? "'" : quoted.replaceAll("''", "'") });
  }
  return { pieces, wrong: null };
}
