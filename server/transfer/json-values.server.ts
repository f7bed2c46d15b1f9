/**
 * Counts the values of a JSON text before it is parsed: of every bracket and comma outside a string one.
 * @param most stops beyond it
 */
export function countValues({ text, most }: { text: string; most: number }): number {
  let count = 1;
  for (let at = 0; at < text.length && count <= most; at += 1) {
    const sign = text[at];
    if (sign === '"') at = stringEnd({ text, start: at });
    else if (sign === ',' || sign === '[' || sign === '{') count += 1;
  }
  return count;
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
