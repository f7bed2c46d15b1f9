import { endsInString } from '#domain/text/rendering.ts';
import { utf8Length } from '#domain/text/utf8-length.ts';
import { piecesOf } from '#domain/text/variables.ts';
import { formatTime } from './format-time.ts';
import { readTag, type TemplateTag } from './read-tag.ts';
import type { BodyTemplate, TemplateFormat } from './read-template.ts';
import type { TemplateValue, TemplateValues } from './template-variables.ts';

/**
 * The body of an event. In JSON a value is escaped inside a string; outside one it is a value of its own: a number, a
 * string, or null for none. In text an absent value leaves nothing.
 * @param template as `readTemplate` returns it: with any values, the result of a JSON template is JSON
 * @param most bytes of the result in UTF-8
 * @returns null when the result would be longer
 */
export function renderTemplate({
  template: { format, body },
  values,
  most,
}: {
  template: BodyTemplate;
  values: TemplateValues;
  most: number;
}): string | null {
  const parts: string[] = [];
  let isInString = false;
  let bytes = 0;
  for (const piece of piecesOf(body)) {
    if ('text' in piece) isInString = endsInString({ text: piece.text, isInString });
    const part = 'text' in piece ? piece.text : written({ name: piece.name, values, format, isInString });
    bytes += utf8Length(part);
    if (bytes > most) return null;
    parts.push(part);
  }
  return parts.join('');
}

function written({
  name,
  values,
  format,
  isInString,
}: {
  name: string;
  values: TemplateValues;
  format: TemplateFormat;
  isInString: boolean;
}): string {
  const tag = readTag(name);
  // Checked when it was saved; a later release may know less.
  const value = 'error' in tag ? null : valueOf({ tag, values });
  if (format === 'text') return String(value ?? '');
  return isInString ? JSON.stringify(String(value ?? '')).slice(1, -1) : JSON.stringify(value);
}

function valueOf({
  tag: {
    variable: { name, kind },
    time,
    fallback,
  },
  values,
}: {
  tag: TemplateTag;
  values: TemplateValues;
}): TemplateValue {
  const value = Object.hasOwn(values, name) ? (values[name] ?? null) : null;
  if (value === null) return fallback;
  if (kind !== 'time' || time === null) return value;
  const at = Date.parse(String(value));
  return Number.isNaN(at) ? fallback : formatTime({ at, ...time });
}
