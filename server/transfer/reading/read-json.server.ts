import { jsonError } from '#domain/text/json-error.ts';
import { documentOf } from '#server/transfer/document-of.server.ts';
import type { JobDocument } from '#server/transfer/types.ts';
import { jsonLines } from './json-lines.server.ts';
import { excessOfJson } from './json-values.server.ts';

/** Jobs of a JSON text, each with its line. What the text would become is judged before it is parsed. */
export function readJson(text: string): JobDocument {
  const excess = excessOfJson(text);
  if (excess !== null) return { error: { line: null, message: excess } };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { error: errorOf(text) };
  }
  return documentOf({ value, linesOf: () => jsonLines({ text, depth: 3 }) });
}

function errorOf(text: string) {
  const error = jsonError(text);
  if (!error) return { line: null, message: 'This JSON cannot be read.' };
  return { line: error.line, message: `This is not JSON. ${error.message} (column ${error.column})` };
}
