import { isCloser, isOpener, sourceOf, codeText, type JsToken } from './js-code.ts';
import type { JsName } from './js-names.ts';
import { isMade, makeOf, tailOf, withChanges } from './js-objects.ts';
import { deeper, made, type JsState } from './js-state.ts';
import { known, textOfValue, type JsValue, type Known, type Members } from './js-value.ts';

const tooDeep =
  'The call is nested deeper than 64 levels. Paste it without its body, and write that in the form.';
/** Continues the expression before it, also in the next line. */
const continuing = /^(?:[-+*/%&|^?:.=<>!~]+|\[|\(|\?\.|instanceof|in|of|as|satisfies)$/;

/**
 * Reads the arguments of a call, such as those of `fetch`: nothing is run.
 * @param at index of the token behind the opening parenthesis
 * @returns a reason when the arguments are nested deeper than 64 levels
 */
export function readArguments({ state, at }: { state: JsState; at: number }): JsValue[] | { reason: string } {
  state.at = at;
  const found = argumentsHere(state);
  return state.isTooDeep ? { reason: tooDeep } : found;
}

/** The values up to a closing bracket, exclusive. */
function argumentsHere(state: JsState): JsValue[] {
  const found: JsValue[] = [];
  for (;;) {
    const token = state.code.tokens[state.at];
    if (!token || isCloser(token)) return found;
    found.push(expression(state));
    if (state.code.tokens[state.at]?.value !== ',') return found;
    state.at += 1;
  }
}

/** Goes to the comma or bracket that ends an expression. */
function skipExpression(state: JsState): void {
  const { tokens, closers } = state.code;
  while (state.at < tokens.length) {
    const token = tokens[state.at];
    if (!token || isCloser(token) || token.value === ',' || token.value === ';') return;
    state.at = isOpener(token) ? (closers[state.at] ?? tokens.length) : state.at;
    // A part of a template closes one expression and opens the next.
    while (tokens[state.at]?.type === 'TemplateMiddle') state.at = closers[state.at] ?? tokens.length;
    state.at += 1;
  }
}

/** A value, or the source of an expression up to the comma or bracket that ends it. */
function expression(state: JsState): JsValue {
  const start = state.at;
  const read = sum(state);
  if (read !== null && isEnd(state)) return read;
  state.at = start;
  skipExpression(state);
  return { source: sourceOf({ code: state.code, from: start, to: state.at }) };
}

function isEnd(state: JsState): boolean {
  const token = state.code.tokens[state.at];
  if (token?.value === 'as' || token?.value === 'satisfies') {
    // A type of TypeScript says nothing of the value.
    skipExpression(state);
    return true;
  }
  if (!token || isCloser(token) || token.value === ',' || token.value === ';') return true;
  return token.isLineStart && !continuing.test(token.value);
}

/** Texts and numbers with `+` between them, or one value. */
function sum(state: JsState): JsValue | null {
  const first = primary(state);
  if (first === null || state.code.tokens[state.at]?.value !== '+') return first;
  let total = known(first)?.value;
  while (state.code.tokens[state.at]?.value === '+') {
    state.at += 1;
    const read = primary(state);
    const next = read && known(read)?.value;
    if (typeof total === 'number' && typeof next === 'number') total += next;
    else if (typeof total !== 'string' && typeof next !== 'string') return null;
    else {
      const [left, right] = [textOfValue({ value: total }), read && textOfValue(read)];
      if (left === null || right === null || total === undefined) return null;
      total = left + right;
    }
  }
  return typeof total === 'string' ? made({ state, text: total }) : { value: total };
}

function primary(state: JsState): JsValue | null {
  const given = simple(state);
  return given && tailOf({ state, given });
}

function simple(state: JsState): JsValue | null {
  const token = state.code.tokens[state.at];
  if (!token) return null;
  const { type, value } = token;
  if (type === 'StringLiteral' || type === 'NoSubstitutionTemplate') return literalText(state);
  if (type === 'TemplateHead') return deeper(state, template);
  if (type === 'NumericLiteral') return number({ state, sign: 1 });
  if (value === '-' && state.code.tokens[state.at + 1]?.type === 'NumericLiteral') {
    state.at += 1;
    return number({ state, sign: -1 });
  }
  if (value === '[') return deeper(state, list);
  if (value === '{') return deeper(state, members);
  if (value === '(') return deeper(state, bracketed);
  return type === 'IdentifierName' ? word(state) : null;
}

function literalText(state: JsState): Known | null {
  const token = state.code.tokens[state.at];
  if (!token?.isClosed) return null;
  state.at += 1;
  return { value: codeText(token.value.slice(1, -1)) };
}

function number({ state, sign }: { state: JsState; sign: number }): Known | null {
  const token = state.code.tokens[state.at];
  const value = Number(token?.value.replaceAll('_', ''));
  state.at += 1;
  return Number.isNaN(value) ? null : { value: sign * value };
}

function template(state: JsState): JsValue | null {
  const { tokens } = state.code;
  let text = '';
  for (;;) {
    const part = tokens[state.at];
    if (!part?.isClosed || !part.type.startsWith('Template')) return null;
    const isLast = part.type === 'TemplateTail';
    text += codeText(part.value.slice(1, isLast ? -1 : -2));
    state.at += 1;
    if (isLast) return made({ state, text });
    const filled = textOfValue(expression(state));
    if (filled === null) return null;
    text += filled;
  }
}

function bracketed(state: JsState): JsValue | null {
  state.at += 1;
  const read = expression(state);
  if (state.code.tokens[state.at]?.value !== ')') return null;
  state.at += 1;
  return read;
}

function list(state: JsState): Known | null {
  const found: unknown[] = [];
  state.at += 1;
  for (;;) {
    const token = state.code.tokens[state.at];
    if (token?.value === ']') {
      state.at += 1;
      return { value: found };
    }
    if (!token || isCloser(token)) return null;
    const read = known(expression(state));
    if (read === null) return null;
    found.push(read.value);
    const next = state.code.tokens[state.at]?.value;
    if (next === ',') state.at += 1;
    else if (next !== ']') return null;
  }
}

function members(state: JsState): Members | null {
  const found: Members = new Map();
  state.at += 1;
  for (;;) {
    const token = state.code.tokens[state.at];
    if (!token || token.value === '}') {
      state.at += 1;
      return found;
    }
    // A bracket that closes something else: it would be read here forever.
    if (isCloser(token)) return null;
    member({ state, token, found });
    if (state.code.tokens[state.at]?.value === ',') state.at += 1;
    else if (state.code.tokens[state.at]?.value !== '}' && state.at < state.code.tokens.length) return null;
  }
}

function member({ state, token, found }: { state: JsState; token: JsToken; found: Members }): void {
  const start = state.at;
  const next = state.code.tokens[start + 1]?.value;
  if (next === ':' && ['IdentifierName', 'StringLiteral', 'NumericLiteral'].includes(token.type)) {
    state.at += 2;
    const isText = token.type === 'StringLiteral' && token.isClosed;
    found.set(isText ? codeText(token.value.slice(1, -1)) : token.value, expression(state));
    return;
  }
  const isName = token.type === 'IdentifierName';
  const given = isName && (next === ',' || next === '}') ? expression(state) : spread({ state, token });
  if (given instanceof Map && !isName) for (const [key, one] of given) found.set(key, one);
  else if (given !== null && isName) found.set(token.value, given);
  else {
    // A method, a computed name, or a rest: the program knows what they are.
    state.at = start;
    skipExpression(state);
    const source = sourceOf({ code: state.code, from: start, to: state.at });
    found.set(isName ? token.value : source, { source });
  }
}

/** The members that `...name` or `...{…}` adds; null where the program knows them. */
function spread({ state, token }: { state: JsState; token: JsToken }): JsValue | null {
  if (token.value !== '...') return null;
  state.at += 1;
  const given = expression(state);
  return given instanceof Map ? given : null;
}

function word(state: JsState): JsValue | null {
  const { tokens } = state.code;
  const name = tokens[state.at]?.value ?? '';
  const next = tokens[state.at + 1]?.value;
  if (isMade(state)) return deeper(state, (inner) => makeOf({ state: inner, read: argumentsHere }));
  state.at += 1;
  if (name === 'true' || name === 'false') return { value: name === 'true' };
  if (name === 'null') return { value: null };
  if (name === 'undefined') return { value: undefined };
  return next === '(' ? null : named({ state, name });
}

/** The value of a name, as the code gives it. */
function named({ state, name }: { state: JsState; name: string }): JsValue | null {
  const place = state.names.get(name);
  if (!place) return null;
  if (!state.values.has(name)) readName({ state, name, place });
  const read = state.values.get(name) ?? null;
  // Null: its own value refers to it.
  if (read === null) return null;
  state.spare -= read.size;
  return state.spare < 0 || 'source' in read.given ? null : read.given;
}

function readName({ state, name, place }: { state: JsState; name: string; place: JsName }): void {
  const { at, spare } = state;
  state.values.set(name, null);
  state.at = place.from;
  const given = deeper(state, expression);
  const { length } = sourceOf({ code: state.code, from: place.from, to: state.at });
  const changed = given && withChanges({ state, given, changes: place.changes, read: argumentsHere });
  state.values.set(name, {
    given: changed ?? { source: name },
    size: Math.max(1, length) + spare - state.spare,
  });
  state.at = at;
}
