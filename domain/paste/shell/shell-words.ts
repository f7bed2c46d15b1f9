import {
  closersAt,
  typographicText,
  withPlainQuotes,
  type TypographicText,
} from '#domain/paste/typographic.ts';
import { readAnsiC } from './ansi-c.ts';
import { readHereDocument } from './here-document.ts';
import { readExpansion, type ShellText } from './shell-expansions.ts';

/** A word of a command line as the shell passes it on. */
export interface ShellWord {
  kind: 'word';
  text: string;
  /** Expansions such as `$TOKEN` or `$(date)`; they stay in the text as written. */
  expansions: string[];
  /** Part of it is in quotes or after a backslash. */
  isQuoted: boolean;
}

/** A sign between commands: `|`, `&&`, `;`, `>`, a line break. */
export interface ShellOperator {
  kind: 'operator';
  text: string;
  /** Input from `<<` and its delimiter. */
  document?: ShellWord;
}

export type ShellToken = ShellWord | ShellOperator;

/** The words of a command line; a reason where they are none of a POSIX shell. */
export type ShellWords = { tokens: ShellToken[]; isRepaired: boolean } | { reason: string };

const operator = /&>>|<<<|<<-|&&|\|\||;;|>>|<<|>&|<&|&>|>\||\|&|[|&;<>]/y;
/** Text without a sign that means something to the shell, outside quotes and within double ones. */
const plainText = /[^\s'"\\$`|&;<>#()“”„‟‘’‚‛\u00a0]+/y;
const quotedText = /[^"\\$`“”„‟]+/y;
const otherBlank = /[\u00a0\u2000-\u200b\u202f\u3000\ufeff]/;

const unclosed = 'A quote is opened and never closed. Paste the whole command.';
/** The Windows command line where a command of a POSIX shell was expected. */
export const windows = 'This is written for the Windows command line. Copy it as cURL (bash).';
/** PowerShell where a command of a POSIX shell was expected. */
export const powerShell =
  'This is PowerShell. Choose “Copy as cURL (bash)” or “Copy as fetch” in the browser.';

interface Piece {
  text: string;
  /** Index after it. */
  end: number;
  expansions: string[];
  isQuoted: boolean;
  isRepaired?: boolean;
}

/** A command line while it is read. */
interface State {
  text: ShellText;
  typographic: TypographicText;
  at: number;
  tokens: ShellToken[];
  word: ShellWord | null;
  /** Here-documents that begin at the next line. */
  documents: ShellOperator[];
  parentheses: number;
  isRepaired: boolean;
}

/**
 * Splits a command line into words by the rules of bash: quotes, backslashes, `$'…'`, comments, here-documents.
 * Typographic quotes are read as plain ones. Nothing is filled in and nothing is run.
 * @returns a reason when a quote is never closed, and for the languages of Windows
 */
export function shellWords(source: string): ShellWords {
  const state: State = {
    text: { source, lastBrace: source.lastIndexOf('}') },
    typographic: typographicText(source),
    ...{ at: 0, tokens: [], word: null, documents: [], parentheses: 0, isRepaired: false },
  };
  while (state.at < source.length) {
    if (takeBlank(state) || takeComment(state) || takeOperator(state)) continue;
    const reason = otherShell(state) ?? (takePiece(state) ? null : unclosed);
    if (reason !== null) return { reason };
  }
  close(state);
  return { tokens: state.tokens, isRepaired: state.isRepaired };
}

function close(state: State): void {
  if (state.word) state.tokens.push(state.word);
  state.word = null;
}

/** A space, a tab, or the end of a line; after a backslash a line continues. */
function takeBlank(state: State): boolean {
  const { source } = state.text;
  const sign = source[state.at] ?? '';
  if (sign === ' ' || sign === '\t' || otherBlank.test(sign)) {
    close(state);
    state.at += 1;
    return true;
  }
  const isContinued = sign === '\\';
  let end = state.at + (isContinued ? 1 : 0);
  if (source[end] === '\r') end += 1;
  if (source[end] !== '\n') return false;
  state.at = end + 1;
  if (isContinued) return true;
  close(state);
  state.tokens.push({ kind: 'operator', text: '\n' });
  for (const document of state.documents.splice(0)) readDocument({ state, document });
  return true;
}

function readDocument({ state, document }: { state: State; document: ShellOperator }): void {
  const delimiter = document.document;
  if (!delimiter) return;
  const isIndented = document.text === '<<-';
  const read = readHereDocument({ text: state.text, at: state.at, delimiter, isIndented });
  state.at = read.end;
  delimiter.text = read.content;
  delimiter.expansions = read.expansions;
}

function takeComment(state: State): boolean {
  if (state.word !== null || state.text.source[state.at] !== '#') return false;
  const end = state.text.source.indexOf('\n', state.at);
  state.at = end < 0 ? state.text.source.length : end;
  return true;
}

function takeOperator(state: State): boolean {
  const { source } = state.text;
  const sign = parenthesis(state) ?? matchAt({ source, at: state.at, pattern: operator });
  if (sign === null) return false;
  // The 2 of `2>` names a stream: it is no word.
  if (state.word && /^[<>]/.test(sign) && !state.word.isQuoted && /^\d+$/.test(state.word.text))
    state.word = null;
  close(state);
  state.at += sign.length;
  if (sign === '<<' || sign === '<<-') takeDelimiter({ state, sign });
  else state.tokens.push({ kind: 'operator', text: sign });
  return true;
}

/** The sign of a subshell. Within a word it is text, which is more than bash allows. */
function parenthesis(state: State): string | null {
  const sign = state.text.source[state.at];
  if (sign === '(' && state.word === null) {
    state.parentheses += 1;
    return sign;
  }
  if (sign !== ')' || state.parentheses === 0) return null;
  state.parentheses -= 1;
  return sign;
}

function takeDelimiter({ state, sign }: { state: State; sign: string }): void {
  const { source } = state.text;
  while (source[state.at] === ' ' || source[state.at] === '\t') state.at += 1;
  const start = state.at;
  while (state.at < source.length && !/[\s|&;<>]/.test(source[state.at] ?? '')) {
    if (!takePiece(state)) break;
  }
  const { word } = state;
  state.word = null;
  if (start === state.at || !word) {
    state.tokens.push({ kind: 'operator', text: sign });
    return;
  }
  const document: ShellOperator = { kind: 'operator', text: sign, document: word };
  state.tokens.push(document);
  state.documents.push(document);
}

/** Why the text is of no POSIX shell: a caret or a backtick that continues a line, and quotes behind a caret. */
function otherShell({ text: { source }, at, word }: State): string | null {
  if (word !== null || (source[at] !== '^' && source[at] !== '`')) return null;
  const next = source[at + 1] === '\r' ? source[at + 2] : source[at + 1];
  if (source[at] === '^') return next === '"' || next === '\n' ? windows : null;
  return next === '\n' ? powerShell : null;
}

function takePiece(state: State): boolean {
  const piece = readPiece(state);
  if (piece === null) return false;
  state.word ??= { kind: 'word', text: '', expansions: [], isQuoted: false };
  state.word.text += piece.text;
  for (const expansion of piece.expansions) state.word.expansions.push(expansion);
  state.word.isQuoted ||= piece.isQuoted;
  state.isRepaired ||= piece.isRepaired ?? false;
  state.at = piece.end;
  return true;
}

function readPiece({ text, typographic, at, word }: State): Piece | null {
  const { source } = text;
  const sign = source[at] ?? '';
  if (sign === "'") {
    const end = source.indexOf("'", at + 1);
    return end < 0 ? null : { text: source.slice(at + 1, end), end: end + 1, expansions: [], isQuoted: true };
  }
  if (sign === '"') return readDoubleQuoted({ text, at, closers: '"' });
  if (sign === '\\') return { text: source[at + 1] ?? '\\', end: at + 2, expansions: [], isQuoted: true };
  if (sign === '$' && source[at + 1] === "'") {
    const read = readAnsiC({ source, at: at + 2 });
    return read && { text: read.text, end: read.end, expansions: [], isQuoted: true };
  }
  // `$"…"` is text to translate: without a translation it is the text.
  if (sign === '$' && source[at + 1] === '"') return readDoubleQuoted({ text, at: at + 1, closers: '"' });
  const closers = closersAt({ text: typographic, at, isStart: word === null });
  const repaired = closers === null ? null : readTypographic({ text, at, closers });
  if (repaired) return repaired;
  const expansion = readExpansion({ text, at });
  if (expansion)
    return { text: expansion.text, end: expansion.end, expansions: [expansion.text], isQuoted: false };
  const plain = matchAt({ source, at, pattern: plainText }) ?? sign;
  return { text: plain, end: at + plain.length, expansions: [], isQuoted: false };
}

function readTypographic({
  text,
  at,
  closers,
}: {
  text: ShellText;
  at: number;
  closers: string;
}): Piece | null {
  if (closers.includes('“')) {
    const read = readDoubleQuoted({ text, at, closers });
    return read && { ...read, text: withPlainQuotes(read.text), isRepaired: true };
  }
  let end = at + 1;
  while (end < text.source.length && !closers.includes(text.source[end] ?? '')) end += 1;
  const inside = withPlainQuotes(text.source.slice(at + 1, end));
  return { text: inside, end: end + 1, expansions: [], isQuoted: true, isRepaired: true };
}

function readDoubleQuoted({
  text,
  at,
  closers,
}: {
  text: ShellText;
  at: number;
  closers: string;
}): Piece | null {
  const { source } = text;
  let read = '';
  const expansions: string[] = [];
  for (let i = at + 1; i < source.length;) {
    const sign = source[i] ?? '';
    if (closers.includes(sign)) return { text: read, end: i + 1, expansions, isQuoted: true };
    if (sign === '\\') {
      const next = source[i + 1] ?? '';
      if (next !== '\n') read += `$\`"\\${closers}`.includes(next) ? next : sign + next;
      i += 2;
      continue;
    }
    const expansion = readExpansion({ text, at: i });
    if (expansion) expansions.push(expansion.text);
    const part = expansion?.text ?? matchAt({ source, at: i, pattern: quotedText }) ?? sign;
    read += part;
    i += part.length;
  }
  return null;
}

function matchAt({ source, at, pattern }: { source: string; at: number; pattern: RegExp }): string | null {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? null;
}
