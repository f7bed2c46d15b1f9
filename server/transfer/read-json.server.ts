import { jsonFault } from '#domain/json-fault.ts';
import { documentOf } from './document-of.server.ts';
import { jsonLines } from './json-lines.server.ts';
import type { JobDocument } from './types.ts';

/** Jobs of a JSON text, each with its line. */
export function readJson(text: string): JobDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: faultOf(text) };
  }
  const lines = jsonLines({ text, depth: 3 });
  return documentOf({ value, lineAt: (path) => lines.get(path.join('/')) });
}

function faultOf(text: string) {
  const fault = jsonFault(text);
  if (!fault) return { line: null, message: 'This JSON cannot be read.' };
  return { line: fault.line, message: `This is not JSON. ${fault.message} (column ${fault.column})` };
}
