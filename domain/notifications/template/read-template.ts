import { jsonError, placeOf } from '#domain/text/json-error.ts';
import { characterError } from '#domain/text/plain-text.ts';
import { endsInString } from '#domain/text/rendering.ts';
import { piecesOf } from '#domain/text/variables.ts';
import { readTag } from './read-tag.ts';

export const templateFormats = ['json', 'text'] as const;
export type TemplateFormat = (typeof templateFormats)[number];

/** Own body of a webhook channel (D56). Only `readTemplate` makes one from input. */
export interface BodyTemplate {
  format: TemplateFormat;
  /** Text with variables, line breaks as \n. */
  body: string;
}

export type TemplateErrors = Partial<Record<keyof BodyTemplate, string>>;

/** Characters of a template. */
export const longestTemplate = 10_000;

/**
 * Checks a template so that each event renders: its variables and filters exist, and a JSON body stays JSON with any
 * values. Each error names the line and the column, with the remedy.
 */
export function readTemplate({
  format: givenFormat,
  body: givenBody,
}: {
  format: string;
  body: string;
}): { template: BodyTemplate } | { template: null; errors: TemplateErrors } {
  const format = templateFormats.find((one) => one === givenFormat);
  const body = givenBody.replace(/\r\n?/g, '\n');
  const bodyError = errorOf({ format: format ?? 'text', body });
  const errors: TemplateErrors = {
    ...(!format && { format: `Choose ${templateFormats.join(' or ')}.` }),
    ...(bodyError !== null && { body: bodyError }),
  };
  return format && bodyError === null ? { template: { format, body } } : { template: null, errors };
}

function errorOf({ format, body }: BodyTemplate): string | null {
  if (body.trim() === '')
    return format === 'json'
      ? 'Enter the body, such as {"text": "{{event.text}}"}.'
      : 'Enter the body, such as {{event.text}}.';
  const length = Array.from(body).length;
  if (length > longestTemplate)
    return `A body has at most ${longestTemplate.toLocaleString('en-US')} characters; this one has ${length.toLocaleString('en-US')}. Shorten it.`;
  const tagError = firstTagError(body);
  if (tagError !== null) return placed({ body, ...tagError });
  const character = characterError({ text: body, kind: 'text' });
  if (character !== null || format === 'text') return character;
  const found = jsonError(withPlaceholders(body));
  return (
    found &&
    placed({
      ...{ body, at: found.at },
      message: `${found.message} Outside quotes, a variable takes the place of a whole value.`,
    })
  );
}

const placed = ({ body, at, message }: { body: string; at: number; message: string }) => {
  const { line, column } = placeOf({ text: body, at });
  return `Line ${line}, column ${column}: ${message}`;
};

function firstTagError(body: string): { at: number; message: string } | null {
  for (const piece of piecesOf(body)) {
    if ('name' in piece) {
      const tag = readTag(piece.name);
      if ('error' in tag) return { at: piece.at, message: tag.error };
      continue;
    }
    // Two written braces are a piece of their own.
    const open = isWrittenBraces({ body, at: piece.at }) ? -1 : piece.text.indexOf('{{');
    if (open >= 0)
      return {
        at: piece.at + open,
        message:
          'These braces open a variable that does not end. Close it with }}, without other braces and within 200 characters. For the braces themselves, write {{{{.',
      };
  }
  return null;
}

const isWrittenBraces = ({ body, at }: { body: string; at: number }) => body.startsWith('{{{{', at);

/**
 * The text with something of the same length for each variable, so that the places of errors are right: letters inside a
 * string, and outside an empty list. That is JSON only where every value would be: not as a name, nor beside a digit.
 */
function withPlaceholders(body: string): string {
  let isInString = false;
  const pieces = piecesOf(body);
  return pieces
    .map((piece, index) => {
      const length = (pieces[index + 1]?.at ?? body.length) - piece.at;
      if ('name' in piece) return isInString ? 'x'.repeat(length) : '[]'.padEnd(length);
      isInString = endsInString({ text: piece.text, isInString });
      return piece.text.padEnd(length, 'x');
    })
    .join('');
}
