/** Joins the start of a text to what follows: marks and joiners never begin a line or a rest. */
const joins = /[\p{M}\u200d\u{1f3fb}-\u{1f3ff}]/u;
/** The end of the last word is sought in this many characters. */
const longestWord = 60;

export interface FitOrder {
  text: string;
  /** Size of the rendered text at most. */
  most: number;
  /** Escapes a text for its format, character by character. */
  render?: (text: string) => string;
  /** Size of a rendered text: UTF-16 units unless given. At least one for each unit of the plain text. */
  size?: (text: string) => number;
}

/**
 * Renders a text of at most `most` units or bytes: whole, or its start up to the end of a word with an ellipsis. It is
 * cut before it is escaped, so never inside an escape, an entity, a surrogate pair or a combined character.
 */
export function fitText({ text, most, render = same, size = lengthOf }: FitOrder): string {
  const whole = text.length <= most ? render(text) : null;
  if (whole !== null && size(whole) <= most) return whole;
  const fits = (length: number) => size(render(`${text.slice(0, length)}…`)) <= most;
  let [fitting, tooLong] = [0, Math.min(text.length, most) + 1];
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(middle)) fitting = middle;
    else tooLong = middle;
  }
  return render(`${text.slice(0, wordEnd({ text, most: fitting })).trimEnd()}…`);
}

/** The end of the last word within `most` units, or the last whole character where a word is too long. */
function wordEnd({ text, most }: { text: string; most: number }): number {
  const tail = text.slice(Math.max(0, most - longestWord), most + 1);
  const space = tail.search(/\s\S*$/u);
  if (space > 0) return Math.max(0, most - longestWord) + space;
  let end = most;
  for (let steps = 0; end > 0 && steps < longestWord && isInside({ text, at: end }); steps += 1) end -= 1;
  return end;
}

function isInside({ text, at }: { text: string; at: number }): boolean {
  const next = String.fromCodePoint(text.codePointAt(at) ?? 0x20);
  const isHalf =
    /[\ud800-\udbff]$/.test(text.slice(0, at)) && /^[\udc00-\udfff]/.test(text.slice(at, at + 1));
  return isHalf || joins.test(next) || text.charAt(at - 1) === '\u200d';
}

const same = (text: string) => text;
const lengthOf = (text: string) => text.length;

/** A text without control characters, except line breaks, and without halves of surrogate pairs: no provider shows them. */
export function shownText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replace(/\p{Cs}/gu, '\ufffd');
}

/** The same on one line. */
export function shownLine(text: string): string {
  // Line by line: a pattern around the breaks takes quadratic time on a run of spaces.
  const lines = shownText(text).split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}
