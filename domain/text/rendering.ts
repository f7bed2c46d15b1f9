import { utf8Length } from './utf8-length.ts';
import { piecesOf, secretOf } from './variables.ts';

/** Position of a variable; it determines the escaping. */
export type Placing = 'plain' | 'url' | 'json' | 'form' | 'xml';

const figures = new Set(['execution_id', 'attempt', 'job_id']);

/**
 * Fills in the variables of a text (D41), so any value stays one value: percent-encoded in URLs and forms, escaped in
 * XML. In JSON it is escaped inside a string; outside one it becomes a value of its own: a figure for ids and attempts,
 * null for none, a quoted string for the rest.
 *
 * @param values by name of the variable; a name without one leaves nothing
 * @param most bytes of the result in UTF-8
 * @returns null when the result would be longer; it is summed up first and not made
 */
export function render({
  text,
  values,
  placing,
  most,
}: {
  text: string;
  values: Readonly<Record<string, string>>;
  placing: Placing;
  most: number;
}): string | null {
  if (!text.includes('{{')) return utf8Length(text) > most ? null : text;
  const write = writer({ values, placing });
  const parts: string[] = [];
  let isInString = false;
  let bytes = 0;
  for (const piece of piecesOf(text)) {
    const part =
      'name' in piece
        ? write({ name: piece.name, isInString })
        : { text: piece.text, bytes: utf8Length(piece.text) };
    if ('text' in piece && placing === 'json') isInString = endsInString({ text: piece.text, isInString });
    bytes += part.bytes;
    if (bytes > most) return null;
    parts.push(part.text);
  }
  return parts.join('');
}

/** Encodes each value once for each of its contexts, not once for each use. */
function writer({ values, placing }: { values: Readonly<Record<string, string>>; placing: Placing }) {
  const known = new Map<string, { text: string; bytes: number }>();
  return ({ name, isInString }: { name: string; isInString: boolean }) => {
    const key = `${name}${isInString ? '"' : ''}`;
    const before = known.get(key);
    if (before) return before;
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : '';
    const text = written({ name, value, placing, isInString });
    const part = { text, bytes: utf8Length(text) };
    known.set(key, part);
    return part;
  };
}

function written({
  name,
  value,
  placing,
  isInString,
}: {
  name: string;
  value: string;
  placing: Placing;
  isInString: boolean;
}): string {
  switch (placing) {
    case 'plain':
      return value;
    case 'url':
    case 'form':
      return encodeURIComponent(value);
    case 'xml':
      return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
    case 'json':
      if (isInString) return JSON.stringify(value).slice(1, -1);
      if (figures.has(name)) return value;
      return value === '' && secretOf(name) === null ? 'null' : JSON.stringify(value);
  }
}

/** Reports whether the rest of a JSON text begins inside a string. */
export function endsInString({ text, isInString }: { text: string; isInString: boolean }): boolean {
  let isInside = isInString;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isInside = !isInside;
    else if (isInside && text[at] === '\\') at += 1;
  }
  return isInside;
}

/** Escaping of a payload's variables, by content type. */
export function placingOf(contentType: string | null): Placing {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/[/+]json$/.test(type)) return 'json';
  if (/[/+]xml$/.test(type)) return 'xml';
  return type === 'application/x-www-form-urlencoded' ? 'form' : 'plain';
}
