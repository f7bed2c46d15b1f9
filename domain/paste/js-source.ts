import { toWellFormed } from '../well-formed.ts';

/** A piece of JavaScript while it is read. */
export interface JsSource {
  source: string;
  at: number;
  /** The last end of a comment: a comment that begins behind it is never closed. */
  lastCommentEnd: number;
  /** Lists, objects and calls that are open. */
  depth: number;
  /** Nesting went beyond what is read. */
  isTooDeep: boolean;
  /** Characters that JSON.stringify and URLSearchParams may still make: each level of them can double the text. */
  spare: number;
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0' };
const largestCodePoint = 0x10ffff;

/** Takes a quoted text; null for a template that the program fills in, and for one that is never closed. */
export function takeText(state: JsSource): string | null {
  const quote = state.source[state.at] ?? '';
  let read = '';
  for (let at = state.at + 1; at < state.source.length; at += 1) {
    const sign = state.source[at] ?? '';
    if (sign === quote) {
      state.at = at + 1;
      return toWellFormed(read);
    }
    if (quote === '`' && sign === '$' && state.source[at + 1] === '{') return null;
    if (sign !== '\\') {
      read += sign;
      continue;
    }
    const code = /^\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/i.exec(
      state.source.slice(at, at + 12),
    );
    const next = state.source[at + 1] ?? '';
    if (code) read += characterOf(Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16));
    else if (next !== '\n') read += escapes[next] ?? next;
    at += code ? code[0].length - 1 : 1;
  }
  return null;
}

function characterOf(code: number): string {
  return code > largestCodePoint ? '\uFFFD' : String.fromCodePoint(code);
}

/** Goes to the comma or bracket that ends an expression. */
export function skipExpression(state: JsSource): void {
  skipUntil({ state, ends: ',)}]' });
}

/** Goes to the first of these signs that stands outside brackets and quotes. */
export function skipUntil({ state, ends }: { state: JsSource; ends: string }): void {
  let depth = 0;
  while (state.at < state.source.length) {
    const sign = state.source[state.at] ?? '';
    if (depth === 0 && ends.includes(sign)) return;
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    state.at = '"\'`'.includes(sign) ? quoteEnd(state) : state.at + 1;
  }
}

function quoteEnd({ source, at }: JsSource): number {
  for (let end = at + 1; end < source.length; end += 1) {
    if (source[end] === '\\') end += 1;
    else if (source[end] === source[at]) return end + 1;
  }
  return source.length;
}

const space = /\s*/y;

/** Goes past space and comments. */
export function skipBlank(state: JsSource): void {
  for (;;) {
    space.lastIndex = state.at;
    if (space.test(state.source)) state.at = space.lastIndex;
    if (state.source.startsWith('//', state.at)) {
      const end = state.source.indexOf('\n', state.at);
      state.at = end < 0 ? state.source.length : end;
    } else if (state.source.startsWith('/*', state.at) && state.at + 2 <= state.lastCommentEnd) {
      state.at = state.source.indexOf('*/', state.at + 2) + 2;
    } else {
      return;
    }
  }
}

/** Takes what a sticky pattern finds here; null where it finds nothing. */
export function take(state: JsSource, pattern: RegExp): string | null {
  pattern.lastIndex = state.at;
  const found = pattern.exec(state.source);
  if (!found) return null;
  state.at = pattern.lastIndex;
  return found[0];
}
