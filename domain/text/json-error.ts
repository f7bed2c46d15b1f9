import { deepestJson } from './json-depth.ts';
import { piecesOf } from './variables.ts';

/** Where a text stops being JSON. */
export interface JsonError {
  /** Characters before it. */
  at: number;
  /** Counted from 1, like the column. */
  line: number;
  column: number;
  message: string;
}

const string = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const blank = /[ \t\r\n]*/y;

/**
 * Reason a text is not JSON (RFC 8259), null if it is. Engines do not report the position of every error, so it is
 * computed here.
 */
export function jsonError(text: string): JsonError | null {
  const open: Opened[] = [];
  let wanted: Wanted = 'value';
  let at = 0;
  for (;;) {
    at = endOf({ text, at, pattern: blank }) ?? at;
    if (at === text.length && wanted === ', or end' && open.length === 0) return null;
    const step = stepAt({ text, at, wanted, open });
    if ('message' in step) return { ...step, ...placeOf({ text, at: step.at }) };
    ({ at, wanted } = step);
  }
}

/** The same for a text with variables: a `{{name}}` counts as a value, or as text within a string. */
export function jsonErrorBesideVariables(text: string): JsonError | null {
  const hasNames = piecesOf(text).some((piece) => 'name' in piece);
  // A digit for each, of the same length, so the reported position of an error is right.
  return jsonError(
    hasNames ? text.replace(/\{\{[^{}]{0,200}\}\}/g, (whole) => '0'.padEnd(whole.length)) : text,
  );
}

type Opened = '{' | '[';
/** Expected next tokens. */
type Wanted = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end';
type Step = { at: number; wanted: Wanted } | { at: number; message: string };

interface Place {
  text: string;
  at: number;
  wanted: Wanted;
  /** Lists and objects that are open, the innermost last. */
  open: Opened[];
}

/** Consumes the piece at this position, or reports the error. */
function stepAt({ text, at, wanted, open }: Place): Step {
  const sign = text[at];
  const takesValue = wanted === 'value' || wanted === 'value or ]';
  const takesKey = wanted === 'key' || wanted === 'key or }';
  if (sign === '"' && (takesValue || takesKey)) {
    const end = endOf({ text, at, pattern: string }) ?? at;
    if (text[end] !== '"') return stringError({ text, at: end });
    return { at: end + 1, wanted: takesKey ? ':' : ', or end' };
  }
  if (takesValue && (sign === '{' || sign === '[')) {
    if (open.length === deepestJson) return { at, message: 'It is nested deeper than 1,000 levels.' };
    open.push(sign);
    return { at: at + 1, wanted: sign === '{' ? 'key or }' : 'value or ]' };
  }
  const end = takesValue ? endOf({ text, at, pattern: scalar }) : null;
  if (end !== null) return { at: end, wanted: ', or end' };
  if (sign === ':' && wanted === ':') return { at: at + 1, wanted: 'value' };
  const inner = open.at(-1);
  if (sign === ',' && wanted === ', or end' && inner)
    return { at: at + 1, wanted: inner === '{' ? 'key' : 'value' };
  if (inner && sign === closerOf(inner) && (wanted === ', or end' || wanted.endsWith(`or ${sign}`))) {
    open.pop();
    return { at: at + 1, wanted: ', or end' };
  }
  return { at, message: missing({ wanted, inner, isEnd: sign === undefined }) };
}

function missing({
  wanted,
  inner,
  isEnd,
}: {
  wanted: Wanted;
  inner: Opened | undefined;
  isEnd: boolean;
}): string {
  if (wanted === ', or end') {
    if (!inner) return 'The value has ended before this.';
    return isEnd
      ? `It ends where ${closerOf(inner)} is expected.`
      : `A comma or ${closerOf(inner)} is expected here.`;
  }
  const what = wanted === ':' ? 'a colon' : wanted.startsWith('key') ? 'a name in double quotes' : 'a value';
  return isEnd ? `It ends where ${what} is expected.` : `A${what.slice(1)} is expected here.`;
}

/** @param at index where the quoted text cannot continue */
function stringError({ text, at }: { text: string; at: number }): Step {
  if (text[at] === undefined) return { at, message: 'A text is opened and never closed.' };
  const message =
    text[at] === '\\'
      ? 'This backslash starts no escape that JSON knows.'
      : 'A text cannot hold a line break or tab.';
  return { at, message };
}

function closerOf(opened: Opened): string {
  return opened === '{' ? '}' : ']';
}

function endOf({ text, at, pattern }: { text: string; at: number; pattern: RegExp }): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** Line and column of an index in a text, both counted from 1. */
export function placeOf({ text, at }: { text: string; at: number }): { line: number; column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
