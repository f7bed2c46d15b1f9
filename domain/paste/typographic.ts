/** The characters that word processors and blogs use instead of `"` and `'`. */
const doubles = '“”„‟';
const singles = '‘’‚‛';
const anyQuote = /[“”„‟‘’‚‛]/;
const opening = '“„‟‘‚‛';

/** A text with the last index of each kind: a quote opened after it is never closed. */
export interface TypographicText {
  source: string;
  lastDouble: number;
  lastSingle: number;
}

/** Searches a text once for typographic quotes. */
export function typographicText(source: string): TypographicText {
  if (!anyQuote.test(source)) return { source, lastDouble: -1, lastSingle: -1 };
  return {
    source,
    lastDouble: lastOf({ source, signs: doubles }),
    lastSingle: lastOf({ source, signs: singles }),
  };
}

function lastOf({ source, signs }: { source: string; signs: string }): number {
  let last = -1;
  for (const sign of signs) last = Math.max(last, source.lastIndexOf(sign));
  return last;
}

/**
 * The closing signs of a quote that opens here; null for any other sign. A closing sign opens only at the beginning of
 * a word: some programs make all quotes closing ones.
 * @param isStart a word begins here
 */
export function closersAt({
  text: { source, lastDouble, lastSingle },
  at,
  isStart,
}: {
  text: TypographicText;
  at: number;
  isStart: boolean;
}): string | null {
  const sign = source[at] ?? '';
  const isDouble = doubles.includes(sign);
  if (sign === '' || (!isDouble && !singles.includes(sign))) return null;
  if (at >= (isDouble ? lastDouble : lastSingle)) return null;
  if (!isStart && !opening.includes(sign) && !'=:,([{'.includes(source[at - 1] ?? '')) return null;
  return isDouble ? doubles : singles;
}

/** The text with plain quotes. */
export function withPlainQuotes(text: string): string {
  return text.replace(/[“”„‟]/g, '"').replace(/[‘’‚‛]/g, "'");
}

const dashes = /^[‐‑‒–—―−]+-?(?=[A-Za-z])/;

/**
 * An option with its typographic dash, such as `–X` or `—data`, as it was typed; any other word unchanged. Editors
 * replace two dashes by one.
 */
export function withPlainDash({
  word,
  isLong,
}: {
  word: string;
  /** Reports whether a name is the name of a long option. */
  isLong: (name: string) => boolean;
}): string {
  const found = dashes.exec(word)?.[0];
  if (found === undefined) return word;
  const name = word.slice(found.length);
  return `${isLong(name.split('=', 1)[0] ?? '') ? '--' : '-'}${name}`;
}
