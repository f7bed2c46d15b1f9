import { piecesOf, secretOf } from './variables.ts';

/** Where a variable stands, which decides how its value is written there. */
export type Placing = 'plain' | 'url' | 'json' | 'form' | 'xml';

const figures = new Set(['execution_id', 'attempt', 'job_id']);

/**
 * Fills in the variables of a text (D41), so that a value stays one value whatever it holds: percent-encoded in
 * URLs and forms, escaped in XML. In JSON it is escaped inside a string; outside one it becomes a value of its
 * own: a figure for ids and attempts, null for none, a quoted string for the rest.
 *
 * @param values by name of the variable; a name without one leaves nothing
 */
export function render({
  text,
  values,
  placing,
}: {
  text: string;
  values: Readonly<Record<string, string>>;
  placing: Placing;
}): string {
  let isInString = false;
  return piecesOf(text)
    .map((piece) => {
      if ('name' in piece)
        return written({ name: piece.name, value: values[piece.name] ?? '', placing, isInString });
      if (placing === 'json') isInString = endsInString({ text: piece.text, isInString });
      return piece.text;
    })
    .join('');
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

/** Whether JSON text that goes on from here goes on within a string. */
function endsInString({ text, isInString }: { text: string; isInString: boolean }): boolean {
  let isInside = isInString;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isInside = !isInside;
    else if (isInside && text[at] === '\\') at += 1;
  }
  return isInside;
}

/** How the variables of a payload are written, by the content type that is sent. */
export function placingOf(contentType: string | null): Placing {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/[/+]json$/.test(type)) return 'json';
  if (/[/+]xml$/.test(type)) return 'xml';
  return type === 'application/x-www-form-urlencoded' ? 'form' : 'plain';
}
