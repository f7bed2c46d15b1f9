/** A text of at most so many UTF-16 units: whole, or its start with an ellipsis, never half a character. */
export function cutText({ text, most }: { text: string; most: number }): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

const ellipsisBytes = 3;

/** A text that takes at most so many bytes inside JSON: whole, or its start with an ellipsis. */
export function cutJsonBytes({ text, most }: { text: string; most: number }): string {
  let used = 0;
  let kept = '';
  // Each unit takes a byte at least: no more of the text is looked at.
  for (const character of text.slice(0, most)) {
    used += Buffer.byteLength(JSON.stringify(character)) - 2;
    if (used > most - ellipsisBytes) return `${kept}…`;
    kept += character;
  }
  return kept;
}
