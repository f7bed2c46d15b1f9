import { layOutJson } from '../indent-json.ts';
import { skipBlank, skipExpression, skipUntil, take, takeText, type JsSource } from './js-source.ts';

/** What stands in a piece of JavaScript: a value, or an expression that only the program knows. */
export type Literal = { value: unknown } | { source: string };

/** A member of an object literal: its name and what stands there. */
export type Members = Map<string, Literal | Members>;

type Known = { value: unknown } | null;

const number = /-?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?/iy;
const name = /[A-Za-z_$][\w$]*/y;
/** Lists, objects and calls within each other that are read. */
const deepest = 64;
/** What a payload can hold (D41a). */
const mostMade = 262_144;

/**
 * Reads the arguments of a call, such as those of `fetch`: nothing is run.
 * @param at behind the opening parenthesis
 * @returns an argument that is an object literal comes as its members; a reason when they are nested deeper than
 * 64 levels
 */
export function readArguments({
  source,
  at,
}: {
  source: string;
  at: number;
}): (Literal | Members)[] | { reason: string } {
  const lastCommentEnd = source.lastIndexOf('*/');
  const state = { source, at, lastCommentEnd, depth: 0, isTooDeep: false, spare: mostMade };
  const found = argumentsHere(state);
  return state.isTooDeep
    ? {
        reason:
          'The call is nested deeper than 64 levels. Paste it without its body, and write that in the form.',
      }
    : found;
}

function argumentsHere(state: JsSource): (Literal | Members)[] {
  const found: (Literal | Members)[] = [];
  for (;;) {
    skipBlank(state);
    const sign = state.source[state.at];
    if (sign === undefined || sign === ')') return found;
    found.push(expression(state));
    skipBlank(state);
    if (state.source[state.at] === ',') state.at += 1;
    else return found;
  }
}

/** Reads what is nested one level deeper; null beyond the last level. */
function deeper<Read>(state: JsSource, read: (state: JsSource) => Read | null): Read | null {
  if (state.depth === deepest) {
    state.isTooDeep = true;
    return null;
  }
  state.depth += 1;
  const found = read(state);
  state.depth -= 1;
  return found;
}

function members(state: JsSource): Members | null {
  const found: Members = new Map();
  state.at += 1;
  for (;;) {
    skipBlank(state);
    const sign = state.source[state.at];
    if (sign === undefined || sign === '}') {
      state.at += 1;
      return found;
    }
    const start = state.at;
    const key = sign === '"' || sign === "'" ? takeText(state) : take(state, name);
    skipBlank(state);
    if (key !== null && state.source[state.at] === ':') {
      state.at += 1;
      found.set(key, expression(state));
    } else {
      // `...rest`, `name` alone, a method: the program knows what they are.
      skipExpression(state);
      const source = state.source.slice(start, state.at).trim();
      found.set(key ?? source, { source });
    }
    skipBlank(state);
    if (state.source[state.at] === ',') state.at += 1;
    // A bracket that closes something else: it would be met here for ever.
    else if (')]'.includes(state.source[state.at] ?? '}')) return null;
  }
}

/** A value, or the source of an expression up to the comma or bracket that ends it. */
function expression(state: JsSource): Literal | Members {
  skipBlank(state);
  const start = state.at;
  const read = state.source[start] === '{' ? deeper(state, members) : value(state);
  skipBlank(state);
  const next = state.source[state.at];
  if (read && (next === undefined || ',)}]'.includes(next))) return read;
  state.at = start;
  skipExpression(state);
  return { source: state.source.slice(start, state.at).trim() };
}

function value(state: JsSource): Known {
  const sign = state.source[state.at] ?? '';
  if (sign === '"' || sign === "'" || sign === '`') {
    const read = takeText(state);
    return read === null ? null : { value: read };
  }
  if (sign === '[') return deeper(state, list);
  const digits = take(state, number);
  if (digits !== null) return { value: Number(digits.replaceAll('_', '')) };
  const word = take(state, name);
  if (word === 'true' || word === 'false') return { value: word === 'true' };
  if (word === 'null' || word === 'undefined') return { value: null };
  if (word === 'JSON' && state.source.startsWith('.stringify(', state.at)) return deeper(state, stringified);
  if (
    word === 'new' &&
    /^\s+(Headers|URLSearchParams|URL)\(/.test(state.source.slice(state.at, state.at + 40))
  ) {
    return deeper(state, wrapped);
  }
  return null;
}

/** `new Headers({…})`, `new URL("…")`: what stands inside; of search parameters the text that is sent. */
function wrapped(state: JsSource): Known {
  skipBlank(state);
  const kind = take(state, name);
  state.at += 1;
  const [first] = closed(state) ?? [];
  const inside = first ? known(first) : null;
  if (inside === null || kind !== 'URLSearchParams' || typeof inside.value === 'string') return inside;
  const pairs = parameters(inside.value);
  if (pairs === null) return null;
  return made({ state, text: pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&') });
}

/** The names and values of search parameters; null for what is no object of single values and no list of pairs. */
function parameters(given: unknown): string[][] | null {
  if (typeof given !== 'object' || given === null) return null;
  const pairs = Array.isArray(given) ? (given as unknown[]) : Object.entries(given);
  const found = pairs.flatMap((pair) => {
    const isPair =
      Array.isArray(pair) &&
      pair.length === 2 &&
      pair.every((one) => typeof one !== 'object' || one === null);
    return isPair ? [pair.map(String)] : [];
  });
  return found.length === pairs.length ? found : null;
}

/** A text that the call makes of another one; null once they are longer than a payload together. */
function made({ state, text }: { state: JsSource; text: string }): Known {
  if (text.length > state.spare) return null;
  state.spare -= text.length;
  return { value: text };
}

function stringified(state: JsSource): Known {
  state.at += '.stringify('.length;
  const [first, , space] = closed(state) ?? [];
  const inside = first ? known(first) : null;
  if (inside === null) return null;
  const indent = space ? known(space)?.value : undefined;
  const json = JSON.stringify(inside.value);
  const gap = typeof indent === 'number' ? ' '.repeat(Math.max(0, Math.min(10, Math.floor(indent)))) : '';
  const text = gap === '' ? json : layOutJson({ json, gap, most: state.spare });
  return text === null ? null : made({ state, text });
}

function closed(state: JsSource): (Literal | Members)[] | null {
  const start = state.at;
  const found = argumentsHere(state);
  state.at = start;
  skipUntil({ state, ends: ')' });
  if (state.source[state.at] !== ')') return null;
  state.at += 1;
  return found;
}

function list(state: JsSource): Known {
  const found: unknown[] = [];
  state.at += 1;
  for (;;) {
    skipBlank(state);
    if (state.source[state.at] === ']') {
      state.at += 1;
      return { value: found };
    }
    const read = known(expression(state));
    if (read === null) return null;
    found.push(read.value);
    skipBlank(state);
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
