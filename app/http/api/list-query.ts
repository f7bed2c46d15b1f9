import { z } from 'zod';
import { refusal } from '#app/http/api/check-input.ts';
import { dayMs } from '#domain/time/units.ts';

const mostPerPage = 100;
const mostPage = 1_000_000;

interface NumberField {
  name: string;
  max: number;
  /** For the API document. */
  description: string;
}

const wholeNumber = ({ name, max, description }: NumberField) => {
  const error = `${name} must be a whole number from 1 to ${max.toLocaleString('en-US')}.`;
  return z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .refine((number) => number >= 1 && number <= max, { error })
    .optional()
    .meta({ description, type: 'integer', minimum: 1, maximum: max });
};

/** A query's choice; `all` is said by leaving it out, too. */
export const choiceOf = <const T extends readonly [string, ...string[]]>({
  name,
  of,
}: {
  name: string;
  of: T;
}) => z.enum(of, { error: `${name} must be one of ${of.join(', ')}.` });

/** Requests the values that responses mask. */
export const revealField = choiceOf({ name: 'reveal', of: ['headers'] })
  .optional()
  .meta({ description: 'Shows the values of secret headers; a key needs the scope write.' });

/** Parameters of every list (D31). */
export const pageFields = {
  page: wholeNumber({ name: 'page', max: mostPage, description: 'Page number, from 1.' }),
  per_page: wholeNumber({
    name: 'per_page',
    max: mostPerPage,
    description: 'Rows per page. Default 20 for a key, 10 for a token.',
  }),
};

/** A number of rows a call gives besides lists. */
export const countField = wholeNumber;

/** The spelling of section 7 of the specification: pageSize. */
export const pageAliases = { page_size: 'per_page' };

const day = /^\d{4}-\d\d-\d\d$/;

/** A day, or an instant with its offset. */
const dateField = ({ name, description }: { name: string; description: string }) =>
  z
    .string()
    .refine((text) => !Number.isNaN(instantOf(text)), {
      error: `${name} must be a date such as 2026-11-22, or an instant such as 2026-11-22T09:00:00Z.`,
    })
    .optional()
    .meta({
      description,
      examples: ['2026-11-22'],
      anyOf: [{ format: 'date' }, { format: 'date-time' }],
    });

/** The two dates of a window, as `windowOf` reads it. */
export const dateFieldsBy = (by: string) => ({
  start_date: dateField({ name: 'start_date', description: `First UTC day or instant, by ${by}.` }),
  end_date: dateField({ name: 'end_date', description: `Last UTC day or instant, inclusive, by ${by}.` }),
});

export const dateFields = dateFieldsBy('start_time; runs that have not started count by their due time');

/**
 * The window that two dates name; days are days of UTC, and the end is part of it.
 * @throws AppError validation_error: the end is before the start
 */
export function startWindowOf({
  start_date: start,
  end_date: end,
}: {
  start_date?: string | undefined;
  end_date?: string | undefined;
}): { from: Date | null; until: Date | null } {
  const from = start === undefined ? null : new Date(instantOf(start));
  const until = end === undefined ? null : new Date(instantOf(end) + (day.test(end) ? dayMs : 1));
  if (from && until && from >= until) {
    throw refusal([['end_date', 'end_date lies before start_date. Give the same day or a later one.']]);
  }
  return { from, until };
}

/**
 * UTC milliseconds; NaN for an invalid date such as February 31. A blank before an offset is an unencoded +: queries
 * write blanks so.
 */
function instantOf(given: string): number {
  const text = given.replace(/ (?=\d\d:\d\d$)/, '+');
  if (day.test(text)) {
    const at = Date.parse(`${text}T00:00:00Z`);
    return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? at : Number.NaN;
  }
  return z.iso.datetime({ offset: true }).safeParse(text).success ? Date.parse(text) : Number.NaN;
}
