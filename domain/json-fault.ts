import { piecesOf } from './variables.ts';

/** Where a text stops being JSON. */
export interface JsonFault {
  /** Characters before it. */
  at: number;
  /** Counted from 1, like the column. */
  line: number;
  column: number;
  message: string;
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const word = /true|false|null/y;
const blank = /[ \t\r\n]*/y;
/** What is nested deeper would exhaust the stack of whoever reads it. */
const deepest = 1_000;

/**
 * Why a text is not JSON (RFC 8259), null when it is. A `{{variable}}` counts as a value, or as text within a string;
 * browsers differ in what they say of a fault, so the place is found here.
 */
export function jsonFault(text: string): JsonFault | null {
  const source = filledIn(text);
  const state = { source, at: 0, depth: 0 };
  const message = value(state) ?? end(state);
  return message === null ? null : { at: state.at, ...placeOf({ text: source, at: state.at }), message };
}

interface State {
  source: string;
  at: number;
  /** Lists and objects that are open. */
  depth: number;
}

/** A figure in the place of each variable, of the same length, so that a fault is where it says. */
function filledIn(text: string): string {
  const names = piecesOf(text).some((piece) => 'name' in piece);
  return names ? text.replace(/\{\{[^{}]{0,200}\}\}/g, (whole) => '0'.padEnd(whole.length)) : text;
}

function value(state: State): string | null {
  skip(state);
  const sign = state.source[state.at];
  if (sign === '{') return list({ state, close: '}', item: member });
  if (sign === '[') return list({ state, close: ']', item: value });
  if (sign === '"') return taken(state, string) ? null : stringFault(state);
  if (taken(state, number) || taken(state, word)) return null;
  return sign === undefined ? 'It ends where a value is expected.' : 'A value is expected here.';
}

function list({
  state,
  close,
  item,
}: {
  state: State;
  close: string;
  item: (state: State) => string | null;
}): string | null {
  if (state.depth === deepest) return 'It is nested deeper than 1,000 levels.';
  state.at += 1;
  state.depth += 1;
  const fault = itemsFault({ state, close, item });
  state.depth -= 1;
  return fault;
}

function itemsFault({
  state,
  close,
  item,
}: {
  state: State;
  close: string;
  item: (state: State) => string | null;
}): string | null {
  skip(state);
  if (state.source[state.at] === close) {
    state.at += 1;
    return null;
  }
  for (;;) {
    const fault = item(state);
    if (fault !== null) return fault;
    skip(state);
    const sign = state.source[state.at];
    if (sign === undefined) return `It ends where ${close} is expected.`;
    if (sign !== ',' && sign !== close) return `A comma or ${close} is expected here.`;
    state.at += 1;
    if (sign === close) return null;
  }
}

function member(state: State): string | null {
  skip(state);
  if (state.source[state.at] !== '"') return 'A name in double quotes is expected here.';
  if (!taken(state, string)) return stringFault(state);
  skip(state);
  if (state.source[state.at] !== ':') return 'A colon is expected here.';
  state.at += 1;
  return value(state);
}

function stringFault(state: State): string {
  const bad = /^"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/.exec(
    state.source.slice(state.at),
  );
  const next = state.source[state.at + (bad?.[0].length ?? 0)];
  state.at += bad?.[0].length ?? 0;
  if (next === '\\') return 'This backslash starts no escape that JSON knows.';
  return next === undefined
    ? 'A text is opened and never closed.'
    : 'A text cannot hold a line break or tab.';
}

function end(state: State): string | null {
  skip(state);
  return state.at < state.source.length ? 'The value has ended before this.' : null;
}

function skip(state: State): void {
  taken(state, blank);
}

function taken(state: State, pattern: RegExp): boolean {
  pattern.lastIndex = state.at;
  if (!pattern.test(state.source)) return false;
  state.at = pattern.lastIndex;
  return true;
}

function placeOf({ text, at }: { text: string; at: number }): { line: number; column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
