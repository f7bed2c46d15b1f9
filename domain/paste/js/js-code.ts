import jsTokens from 'js-tokens';
import { toWellFormed } from '#domain/text/well-formed.ts';

/** A token of JavaScript that is neither space nor a comment. */
export interface JsToken {
  type: string;
  value: string;
  /** A text, a template or an expression between slashes that ends. */
  isClosed: boolean;
  /** Where it begins in the source. */
  start: number;
  /** A line break precedes it. */
  isLineStart: boolean;
}

/** A piece of JavaScript by its tokens. */
export interface JsCode {
  source: string;
  tokens: readonly JsToken[];
  /** For a token that opens a bracket or a template: the index of its closing token, or of the end. */
  closers: readonly number[];
}

const silent = new Set(['WhiteSpace', 'SingleLineComment', 'MultiLineComment', 'LineTerminatorSequence']);
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0' };
const coded = /\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/y;
const plain = /[^\\]+/y;
const largestCodePoint = 0x10ffff;

/** Splits JavaScript into tokens, which takes any text, and pairs its brackets. Nothing is run. */
export function jsCode(source: string): JsCode {
  const tokens: JsToken[] = [];
  let start = 0;
  let isLineStart = true;
  for (const token of jsTokens(source)) {
    const { type, value } = token;
    if (!silent.has(type)) {
      tokens.push({ type, value, isClosed: !('closed' in token) || token.closed, start, isLineStart });
      isLineStart = false;
    } else if (type === 'LineTerminatorSequence' || value.includes('\n')) {
      isLineStart = true;
    }
    start += value.length;
  }
  return { source, tokens, closers: closersOf(tokens) };
}

function closersOf(tokens: readonly JsToken[]): number[] {
  const closers: number[] = [];
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (isCloser(token)) {
      const opener = open.pop();
      if (opener !== undefined) closers[opener] = index;
    }
    if (isOpener(token)) open.push(index);
  }
  for (const opener of open) closers[opener] = tokens.length;
  return closers;
}

/** Reports whether a token opens a bracket, or what a template fills in. */
export function isOpener({ type, value }: JsToken): boolean {
  if (type === 'TemplateHead' || type === 'TemplateMiddle') return true;
  return type === 'Punctuator' && '([{'.includes(value);
}

/** Reports whether a token closes a bracket, or what a template fills in. */
export function isCloser({ type, value }: JsToken): boolean {
  if (type === 'TemplateTail' || type === 'TemplateMiddle') return true;
  return type === 'Punctuator' && ')]}'.includes(value);
}

/** The source between two tokens, the last one not included. */
export function sourceOf({ code, from, to }: { code: JsCode; from: number; to: number }): string {
  const start = code.tokens[from]?.start ?? code.source.length;
  const last = code.tokens[to - 1];
  return last && to > from ? code.source.slice(start, last.start + last.value.length).trim() : '';
}

/** Value of a string or a template: escapes are decoded, and half a surrogate pair becomes U+FFFD. */
export function codeText(inside: string): string {
  let text = '';
  for (let at = 0; at < inside.length;) {
    plain.lastIndex = at;
    coded.lastIndex = at;
    const part = plain.exec(inside)?.[0];
    const code = part === undefined ? coded.exec(inside) : null;
    if (part !== undefined) {
      text += part;
      at += part.length;
    } else if (code) {
      text += characterOf(Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16));
      at += code[0].length;
    } else {
      const next = inside[at + 1] ?? '';
      // After a backslash a text continues in the next line.
      const isBreak = next === '\n' || next === '\r';
      if (!isBreak) text += escapes[next] ?? next;
      at += next === '\r' && inside[at + 2] === '\n' ? 3 : 2;
    }
  }
  return toWellFormed(text);
}

function characterOf(code: number): string {
  return code > largestCodePoint ? '\uFFFD' : String.fromCodePoint(code);
}
