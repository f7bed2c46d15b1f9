import { endsInString } from '#domain/text/rendering.ts';
import { piecesOf } from '#domain/text/variables.ts';
import { formatTime } from './format-time.ts';
import { readTag, type TemplateTag } from './read-tag.ts';
import type { BodyTemplate } from './read-template.ts';
import type { TemplateValue, TemplateValues } from './template-variables.ts';

/**
 * The body of an event. In JSON a value is escaped inside a string; outside one it is a value of its own: a number, a
 * string, or null for none. In text an absent value leaves nothing.
 * @param template as `readTemplate` returns it: with any values, the result of a JSON template is JSON
 */
export function renderTemplate({
  template: { format, body },
  values,
}: {
  template: BodyTemplate;
  values: TemplateValues;
}): string {
  let isInString = false;
  return piecesOf(body)
    .map((piece) => {
      if ('text' in piece) {
        isInString = endsInString({ text: piece.text, isInString });
        return piece.text;
      }
      const tag = readTag(piece.name);
      // Checked when it was saved; a later release may know less.
      const value = 'error' in tag ? null : valueOf({ tag, values });
      if (format === 'text') return String(value ?? '');
      return isInString ? JSON.stringify(String(value ?? '')).slice(1, -1) : JSON.stringify(value);
    })
    .join('');
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
