/** A text as bytes, each with its characters in the text. */
export interface View {
  bytes: Uint8Array;
  /** By byte: the first character. */
  starts: Int32Array;
  /** By byte: the character after the last. */
  ends: Int32Array;
}

type Escape =
  /** Number of bytes of the escape, and its code point or byte. */
  { length: number; code: number; isByte: boolean } | 'cut' | null;

interface Coding {
  mark: number;
  /** The escape at a mark; null for none, `cut` if the text may end within one. */
  read: (bytes: Uint8Array, at: number) => Escape;
}

const percent: Coding = {
  mark: 0x25,
  read: (bytes, at) => {
    const code = hexAt(bytes, at + 1, at + 3);
    return typeof code === 'number' ? { length: 3, code, isByte: true } : code;
  },
};

const jsonLetters = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }).map(
    ([letter, character]) => [letter.charCodeAt(0), character.charCodeAt(0)],
  ),
);
const letterU = 0x75;

const json: Coding = {
  mark: 0x5c,
  read: (bytes, at) => {
    const letter = bytes[at + 1];
    if (letter === undefined) return 'cut';
    if (letter !== letterU) {
      const code = jsonLetters.get(letter);
      return code === undefined ? null : { length: 2, code, isByte: false };
    }
    const unit = hexAt(bytes, at + 2, at + 6);
    if (typeof unit !== 'number') return unit;
    if (unit < 0xd800 || unit > 0xdbff) return { length: 6, code: unit, isByte: false };
    if (at + 6 === bytes.length) return 'cut';
    if (bytes[at + 6] !== json.mark) return { length: 6, code: unit, isByte: false };
    const low =
      bytes[at + 7] === letterU ? hexAt(bytes, at + 8, at + 12) : at + 7 === bytes.length ? 'cut' : null;
    if (low === 'cut') return 'cut';
    if (low === null || low < 0xdc00 || low > 0xdfff) return { length: 6, code: unit, isByte: false };
    return { length: 12, code: (unit - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000, isByte: false };
  },
};

const entityNames = new Map(Object.entries({ amp: 38, lt: 60, gt: 62, quot: 34, apos: 39 }));
const longestEntity = 10;
const semicolon = 0x3b;
const mostTimes = 2;

const entity: Coding = {
  mark: 0x26,
  read: (bytes, at) => {
    const end = bytes.subarray(at, at + longestEntity).indexOf(semicolon);
    if (end < 0) return at + longestEntity > bytes.length ? 'cut' : null;
    const name = Buffer.from(bytes.subarray(at + 1, at + end)).toString('latin1');
    const [, hex, decimal] = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name) ?? [];
    const code = hex ? parseInt(hex, 16) : decimal ? Number(decimal) : entityNames.get(name);
    return code === undefined || code > 0x10ffff ? null : { length: end + 1, code, isByte: false };
  },
};

/** Matches a text that may hold escapes. */
export const escapeMarks = /[%\\&]/;

/**
 * A text unchanged, and with the escapes of URLs, JSON and XML resolved, once and twice: a login page gets an encoded
 * URL as a parameter, and JSON quotes JSON. Resolves only escapes found in the text: seven views at most.
 *
 * @param isCut the text may end within an escape, which is then omitted
 */
export function decodedViews({ text, isCut }: { text: string; isCut: boolean }): View[] {
  const plain = plainView(text);
  const views = [plain];
  for (const coding of [percent, json, entity]) {
    let view = plain;
    for (let times = 0; times < mostTimes && view.bytes.includes(coding.mark); times += 1) {
      view = resolve({ view, coding, isCut });
      views.push(view);
    }
  }
  return views;
}

function plainView(text: string): View {
  const bytes = Buffer.from(text);
  const starts = new Int32Array(bytes.length);
  const ends = new Int32Array(bytes.length);
  let size = 0;
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    const units = code > 0xffff ? 2 : 1;
    const end = size + (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
    for (; size < end; size += 1) {
      starts[size] = at;
      ends[size] = at + units;
    }
    at += units;
  }
  return { bytes, starts, ends };
}

function resolve({ view, coding, isCut }: { view: View; coding: Coding; isCut: boolean }): View {
  const { bytes } = view;
  const made = Buffer.alloc(bytes.length);
  const starts = new Int32Array(bytes.length);
  const ends = new Int32Array(bytes.length);
  let size = 0;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    const escape = byte === coding.mark ? coding.read(bytes, at) : null;
    if (escape === 'cut' && isCut) break;
    const length = escape === 'cut' ? 1 : (escape?.length ?? 1);
    let end = size + 1;
    if (escape === null || escape === 'cut') made[size] = byte;
    else if (escape.isByte || escape.code < 0x80) made[size] = escape.code;
    // Never longer than its escape.
    else end = size + made.write(String.fromCodePoint(escape.code), size);
    for (; size < end; size += 1) {
      starts[size] = view.starts[at] ?? 0;
      ends[size] = view.ends[at + length - 1] ?? 0;
    }
    at += length;
  }
  return { bytes: made.subarray(0, size), starts, ends };
}

const notHex = 255;
const hexDigits = new Uint8Array(256).fill(notHex);
for (let digit = 0; digit < 16; digit += 1) {
  const letter = digit.toString(16);
  hexDigits[letter.charCodeAt(0)] = digit;
  hexDigits[letter.toUpperCase().charCodeAt(0)] = digit;
}

function hexAt(bytes: Uint8Array, from: number, to: number): number | 'cut' | null {
  let code = 0;
  for (let index = from; index < to; index += 1) {
    const byte = bytes[index];
    if (byte === undefined) return 'cut';
    const digit = hexDigits[byte] ?? notHex;
    if (digit === notHex) return null;
    code = code * 16 + digit;
  }
  return code;
}
