/** A text of at most `most` UTF-16 units: whole, or its start with an ellipsis, never half a character. */
export function cutText({ text, most }: { text: string; most: number }): string {
  if (text.length <= most) return text;
  return `${withoutHalf(text.slice(0, most - 1))}…`;
}

/** The first `most` UTF-16 units of a text, without half a character at their end. */
export function textStart({ text, most }: { text: string; most: number }): string {
  return text.length <= most ? text : withoutHalf(text.slice(0, most));
}

const ellipsisBytes = 3;
/** Bytes of a text inside JSON. */
export const bytesInJson = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;

/** A text of at most `most` bytes inside JSON: whole, or its start with an ellipsis. */
export function cutJsonBytes({ text, most }: { text: string; most: number }): string {
  // Each unit takes at least a byte: no more of the text is read.
  const start = text.slice(0, most);
  if (start.length === text.length && bytesInJson(text) <= most) return text;
  let [fits, tooLong] = [0, start.length + 1];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (bytesInJson(start.slice(0, middle)) <= most - ellipsisBytes) fits = middle;
    else tooLong = middle;
  }
  return `${withoutHalf(start.slice(0, fits))}…`;
}

/** Without the first half of a character at its end. */
const withoutHalf = (text: string) => text.replace(/[\ud800-\udbff]$/, '');
