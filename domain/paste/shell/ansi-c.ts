import { toWellFormed } from '#domain/text/well-formed.ts';

const letters: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  ...{ '\\': '\\', "'": "'", '"': '"', '?': '?' },
};
const plain = /[^\\']+/y;
const coded =
  /\\(?:([0-7]{1,3})|x(?:([0-9a-fA-F]{1,2})|\{([0-9a-fA-F]{1,6})\}?)|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|c([^\\']))/y;
const largestCodePoint = 0x10ffff;

/** A piece of text, or the bytes of neighboring `\x` and octal escapes. */
type Part = string | number[];

/**
 * Reads the inside of `$'…'` by bash's table of escapes: an unknown escape keeps its backslash, and U+0000 ends the
 * text. Bytes above 0x7f are UTF-8 as in bash; where they are no UTF-8 they are code points, as Safari writes them.
 * @param at behind the opening quote
 * @returns the text and the index behind the closing quote; null when the quote is never closed
 */
export function readAnsiC({
  source,
  at,
}: {
  source: string;
  at: number;
}): { text: string; end: number } | null {
  const parts: Part[] = [];
  for (let i = at; i < source.length;) {
    if (source[i] === "'") return { text: codeText(parts), end: i + 1 };
    const [read, end] = partAt({ source, at: i });
    const last = parts.at(-1);
    if (typeof read === 'string') parts.push(read);
    else if (typeof last === 'object') last.push(...read);
    else parts.push(read);
    i = end;
  }
  return null;
}

function partAt({ source, at }: { source: string; at: number }): [Part, number] {
  plain.lastIndex = at;
  const text = plain.exec(source)?.[0];
  if (text !== undefined) return [text, at + text.length];
  coded.lastIndex = at;
  const code = coded.exec(source);
  if (!code) {
    const next = source[at + 1] ?? '';
    return [letters[next] ?? `\\${next}`, at + 2];
  }
  const [whole, octal, hex, longHex, short, long, control] = code;
  const end = at + whole.length;
  if (control !== undefined) return [controlOf(control), end];
  const byte = octal === undefined ? (hex ?? longHex) : undefined;
  if (octal !== undefined || byte !== undefined) {
    const value = (octal === undefined ? Number.parseInt(byte ?? '', 16) : Number.parseInt(octal, 8)) & 0xff;
    return [value < 0x80 ? String.fromCharCode(value) : [value], end];
  }
  const point = Number.parseInt(short ?? long ?? '', 16);
  return [point > largestCodePoint ? '\uFFFD' : String.fromCodePoint(point), end];
}

function controlOf(character: string): string {
  return character === '?' ? '\x7f' : String.fromCharCode(character.toUpperCase().charCodeAt(0) & 0x1f);
}

function codeText(parts: readonly Part[]): string {
  const utf8 = parts.map((part) => (typeof part === 'string' ? part : fromUtf8(part)));
  const isUtf8 = utf8.every((part) => part !== null);
  const text = isUtf8
    ? utf8.join('')
    : parts.map((part) => (typeof part === 'string' ? part : String.fromCharCode(...part))).join('');
  return toWellFormed(text.split('\0', 1)[0] ?? '');
}

function fromUtf8(bytes: readonly number[]): string | null {
  try {
    return decodeURIComponent(bytes.map((byte) => `%${byte.toString(16)}`).join(''));
  } catch {
    return null;
  }
}
