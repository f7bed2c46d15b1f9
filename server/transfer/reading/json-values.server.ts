import { deepest, mostValues, tooMuch } from '#server/transfer/too-much.server.ts';

/**
 * Estimates the values of a JSON text before parsing: every bracket and comma outside a string makes a value, and each
 * open level slows the parser. Null if it is not too much.
 */
export function excessOfJson(text: string): string | null {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = stringEnd({ text, start: at });
    else if (sign === ']' || sign === '}') depth -= 1;
    else if (sign === ',') values += 1;
    else if (sign === '[' || sign === '{') {
      values += 1;
      depth += 1;
      if (depth > deepest) return `It is nested deeper than ${deepest} levels.`;
    }
    if (values > mostValues) return tooMuch({ of: 'values', most: mostValues });
  }
  return null;
}

/** The quote that ends a string, else the end of the text: a regular expression has no room for one of megabytes. */
export function stringEnd({ text, start }: { text: string; start: number }): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end;
  }
}
