const [quote, backslash] = [0x22, 0x5c];
const [list, listEnd, object, objectEnd] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Levels of JSON that can be written again: JSON.stringify and schemas go down by recursion, and end with the stack. */
export const deepestJson = 1_000;

/**
 * Reports whether the lists and objects of a JSON text are nested deeper than this many levels. Reads the text once,
 * without recursion; of a text that is not JSON the result means nothing.
 */
export function isNestedDeeper({ json, than }: { json: string; than: number }): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) isInText = !isInText;
    else if (isInText) {
      if (code === backslash) at += 1;
    } else if (code === list || code === object) {
      depth += 1;
      if (depth > than) return true;
    } else if (code === listEnd || code === objectEnd) depth -= 1;
  }
  return false;
}
