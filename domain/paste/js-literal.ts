/** What stands in a piece of JavaScript: a value, or an expression that only the program knows. */
export type Literal = { value: unknown } | { source: string };

interface State {
  source: string;
  at: number;
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0' };
const blank = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const number = /-?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?/iy;
const name = /[A-Za-z_$][\w$]*/y;

/** A member of an object literal: its name and what stands there. */
export type Members = Map<string, Literal | Members>;

/**
 * Reads the arguments of a call, such as those of `fetch`: nothing is run.
 * @param at behind the opening parenthesis
 * @returns an argument that is an object literal comes as its members
 */
export function readArguments({ source, at }: { source: string; at: number }): (Literal | Members)[] {
  const state = { source, at };
  const found: (Literal | Members)[] = [];
  for (;;) {
    skip(state);
    const sign = source[state.at];
    if (sign === undefined || sign === ')') return found;
    found.push(expression(state));
    skip(state);
    if (source[state.at] === ',') state.at += 1;
    else return found;
  }
}

function members(state: State): Members {
  const found: Members = new Map();
  state.at += 1;
  for (;;) {
    skip(state);
    const sign = state.source[state.at];
    if (sign === undefined || sign === '}') {
      state.at += 1;
      return found;
    }
    const start = state.at;
    const key = sign === '"' || sign === "'" ? text(state) : taken(state, name);
    skip(state);
    if (key !== null && state.source[state.at] === ':') {
      state.at += 1;
      found.set(key, expression(state));
    } else {
      // `...rest`, `name` alone, a method: the program knows what they are.
      skipExpression(state);
      const source = state.source.slice(start, state.at).trim();
      found.set(key ?? source, { source });
    }
    skip(state);
    if (state.source[state.at] === ',') state.at += 1;
  }
}

/** A value, or the source of an expression up to the comma or bracket that ends it. */
function expression(state: State): Literal | Members {
  skip(state);
  const start = state.at;
  const read = state.source[start] === '{' ? members(state) : value(state);
  skip(state);
  const next = state.source[state.at];
  if (read && (next === undefined || ',)}]'.includes(next))) return read;
  state.at = start;
  skipExpression(state);
  return { source: state.source.slice(start, state.at).trim() };
}

function value(state: State): { value: unknown } | null {
  const sign = state.source[state.at] ?? '';
  if (sign === '"' || sign === "'" || sign === '`') {
    const read = text(state);
    return read === null ? null : { value: read };
  }
  if (sign === '[') return list(state);
  const digits = taken(state, number);
  if (digits !== null) return { value: Number(digits.replaceAll('_', '')) };
  const word = taken(state, name);
  if (word === 'true' || word === 'false') return { value: word === 'true' };
  if (word === 'null' || word === 'undefined') return { value: null };
  if (word === 'JSON' && state.source.startsWith('.stringify(', state.at)) return stringified(state);
  if (
    word === 'new' &&
    /^\s+(Headers|URLSearchParams|URL)\(/.test(state.source.slice(state.at, state.at + 40))
  ) {
    return wrapped(state);
  }
  return null;
}

const encode = encodeURIComponent;

/** `new Headers({…})`, `new URL("…")`: what stands inside; of search parameters the text that is sent. */
function wrapped(state: State): { value: unknown } | null {
  skip(state);
  const kind = taken(state, name);
  state.at += 1;
  const [first] = closed(state) ?? [];
  const inside = first ? known(first) : null;
  if (inside === null || kind !== 'URLSearchParams') return inside;
  const { value: given } = inside;
  if (typeof given === 'string') return inside;
  const pairs = Object.entries(given as object).map(([key, one]) => `${encode(key)}=${encode(String(one))}`);
  return { value: pairs.join('&') };
}

function stringified(state: State): { value: string } | null {
  state.at += '.stringify('.length;
  const [first, , space] = closed(state) ?? [];
  const inside = first ? known(first) : null;
  if (inside === null) return null;
  const indent = space ? known(space)?.value : undefined;
  return { value: JSON.stringify(inside.value, null, typeof indent === 'number' ? indent : undefined) };
}

function closed(state: State): (Literal | Members)[] | null {
  const start = state.at;
  const found = readArguments({ source: state.source, at: start });
  state.at = start;
  skipUntil({ state, ends: ')' });
  if (state.source[state.at] !== ')') return null;
  state.at += 1;
  return found;
}

function list(state: State): { value: unknown } | null {
  const found: unknown[] = [];
  state.at += 1;
  for (;;) {
    skip(state);
    if (state.source[state.at] === ']') {
      state.at += 1;
      return { value: found };
    }
    const read = known(expression(state));
    if (read === null) return null;
    found.push(read.value);
    skip(state);
    if (state.source[state.at] === ',') state.at += 1;
    else if (state.source[state.at] !== ']') return null;
  }
}

/** What an expression stands for; null where a part of it is known to the program only. */
export function known(given: Literal | Members): { value: unknown } | null {
  if (!(given instanceof Map)) return 'value' in given ? given : null;
  const entries: [string, unknown][] = [];
  for (const [key, one] of given) {
    const inside = known(one);
    if (inside === null) return null;
    entries.push([key, inside.value]);
  }
  return { value: Object.fromEntries(entries) };
}

/** A quoted text; null for a template that the program fills in, and for one that is never closed. */
function text(state: State): string | null {
  const quote = state.source[state.at] ?? '';
  let read = '';
  for (let at = state.at + 1; at < state.source.length; at += 1) {
    const sign = state.source[at] ?? '';
    if (sign === quote) {
      state.at = at + 1;
      return read;
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
    if (code) read += String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16));
    else if (next !== '\n') read += escapes[next] ?? next;
    at += code ? code[0].length - 1 : 1;
  }
  return null;
}

function skipExpression(state: State): void {
  skipUntil({ state, ends: ',)}]' });
}

/** Goes to the first of these signs that stands outside brackets and quotes. */
function skipUntil({ state, ends }: { state: State; ends: string }): void {
  let depth = 0;
  while (state.at < state.source.length) {
    const sign = state.source[state.at] ?? '';
    if (depth === 0 && ends.includes(sign)) return;
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    if ('"\'`'.includes(sign)) {
      const end = quoteEnd({ source: state.source, at: state.at });
      state.at = end;
    } else {
      state.at += 1;
    }
  }
}

function quoteEnd({ source, at }: { source: string; at: number }): number {
  for (let end = at + 1; end < source.length; end += 1) {
    if (source[end] === '\\') end += 1;
    else if (source[end] === source[at]) return end + 1;
  }
  return source.length;
}

function skip(state: State): void {
  blank.lastIndex = state.at;
  if (blank.test(state.source)) state.at = blank.lastIndex;
}

function taken(state: State, pattern: RegExp): string | null {
  pattern.lastIndex = state.at;
  const found = pattern.exec(state.source);
  if (!found) return null;
  state.at = pattern.lastIndex;
  return found[0];
}
