import { documentOf } from './document-of.server.ts';
import { jsonFaultAt } from './json-fault.server.ts';
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
  const at = jsonFaultAt(text);
  const before = text.slice(0, at).split('\n');
  const column = (before.at(-1) ?? '').length + 1;
  const found =
    at >= text.length ? 'The text ends too early.' : `${JSON.stringify(text[at])} is not expected here.`;
  return { line: before.length, message: `This is not JSON. ${found} (column ${column})` };
}
