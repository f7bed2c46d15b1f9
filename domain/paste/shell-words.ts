import { toWellFormed } from '../well-formed.ts';

/** A word of a command line as the shell hands it on, or a sign between commands: `|`, `&&`, `;`, `>`. */
export type ShellToken =
  | {
      kind: 'word';
      text: string;
      /** What the shell would fill in here, such as `$TOKEN` or `$(date)`; it stays in the text as written. */
      expansions: string[];
    }
  | { kind: 'operator'; text: string };

const escapes: Record<string, string> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '\0',
};
const operator = /&>>|<<<|&&|\|\||;;|>>|<<|>&|<&|&>|>\||\|&|[|&;<>]/y;
/** Text without a sign that means something to the shell, outside quotes and within double ones. */
const plainText = /[^\s'"\\$`|&;<>#]+/y;
const quotedText = /[^"\\$`]+/y;

/** The text that is read. */
interface Source {
  source: string;
  /** Its last `}`: a `${` behind it is never closed, which is known without a look at the rest. */
  lastBrace: number;
}

type Place = Source & { at: number };

interface Piece {
  text: string;
  /** Where the text goes on. */
  end: number;
  expansions: string[];
}

/**
 * Splits a command line into words by the rules of a POSIX shell: quotes, backslashes, `$'…'`, comments.
 * Nothing is filled in and nothing is run.
 * @returns a reason when a quote is never closed
 */
export function shellWords(source: string): { tokens: ShellToken[] } | { reason: string } {
  const lastBrace = source.lastIndexOf('}');
  const tokens: ShellToken[] = [];
  let at = 0;
  let word: { text: string; expansions: string[] } | null = null;
  const close = () => {
    if (word) tokens.push({ kind: 'word', ...word });
    word = null;
  };
  while (at < source.length) {
    const blank = blankAt({ source, at });
    if (blank > 0) {
      close();
      // A line that ends in a backslash goes on; any other end of a line ends the command.
      if (/^\r?\n/.test(source.slice(at, at + blank))) tokens.push({ kind: 'operator', text: '\n' });
      at += blank;
      continue;
    }
    if (word === null && source[at] === '#') {
      at = lineEnd({ source, from: at });
      continue;
    }
    const sign = matchAt({ source, at, pattern: operator });
    if (sign !== null) {
      // The 2 of `2>` names a stream: it is no word.
      if (word !== null && /^[<>]/.test(sign) && /^\d$/.test((word as { text: string }).text)) word = null;
      close();
      tokens.push({ kind: 'operator', text: sign });
      at += sign.length;
      continue;
    }
    const piece = readPiece({ source, lastBrace, at });
    if (piece === null) return { reason: 'A quote is opened and never closed. Paste the whole command.' };
    word ??= { text: '', expansions: [] };
    word.text += piece.text;
    for (const expansion of piece.expansions) word.expansions.push(expansion);
    at = piece.end;
  }
  close();
  return { tokens };
}

function matchAt({ source, at, pattern }: { source: string; at: number; pattern: RegExp }): string | null {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? null;
}

/** Characters of one space, tab or end of a line, with the backslash before it; 0 for anything else. */
function blankAt({ source, at }: { source: string; at: number }): number {
  if (source[at] === ' ' || source[at] === '\t') return 1;
  let end = at;
  if (source[end] === '\\') end += 1;
  if (source[end] === '\r') end += 1;
  return source[end] === '\n' ? end + 1 - at : 0;
}

function lineEnd({ source, from }: { source: string; from: number }): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}

function readPiece({ source, lastBrace, at }: Place): Piece | null {
  const sign = source[at] ?? '';
  if (sign === "'") {
    const end = source.indexOf("'", at + 1);
    return end < 0 ? null : { text: source.slice(at + 1, end), end: end + 1, expansions: [] };
  }
  if (sign === '"') return readDoubleQuoted({ source, lastBrace, at });
  if (sign === '\\') {
    return { text: source[at + 1] ?? '', end: at + 2, expansions: [] };
  }
  if (sign === '$' && source[at + 1] === "'") return readEscaped({ source, at });
  const expansion = readExpansion({ source, lastBrace, at });
  if (expansion) return expansion;
  const text = matchAt({ source, at, pattern: plainText }) ?? sign;
  return { text, end: at + text.length, expansions: [] };
}

function readDoubleQuoted({ source, lastBrace, at }: Place): Piece | null {
  let text = '';
  const expansions: string[] = [];
  for (let i = at + 1; i < source.length;) {
    const sign = source[i] ?? '';
    if (sign === '"') return { text, end: i + 1, expansions };
    if (sign === '\\') {
      const next = source[i + 1] ?? '';
      if (next !== '\n') text += '$`"\\'.includes(next) ? next : sign + next;
      i += 2;
      continue;
    }
    const expansion = readExpansion({ source, lastBrace, at: i });
    if (expansion) expansions.push(expansion.text);
    const read = expansion?.text ?? matchAt({ source, at: i, pattern: quotedText }) ?? sign;
    text += read;
    i += read.length;
  }
  return null;
}

/** `$'…'`, in which browsers write what they copy. */
function readEscaped({ source, at }: { source: string; at: number }): Piece | null {
  let text = '';
  for (let i = at + 2; i < source.length;) {
    const sign = source[i] ?? '';
    if (sign === "'") return { text: toWellFormed(text), end: i + 1, expansions: [] };
    if (sign !== '\\') {
      text += sign;
      i += 1;
      continue;
    }
    const code = /^\\(?:x([0-9a-f]{1,2})|u([0-9a-f]{1,4}))/i.exec(source.slice(i, i + 6));
    if (code) {
      text += String.fromCharCode(Number.parseInt(code[1] ?? code[2] ?? '', 16));
      i += code[0].length;
      continue;
    }
    const next = source[i + 1] ?? '';
    text += escapes[next] ?? next;
    i += 2;
  }
  return null;
}

const variable = /\$(?:[A-Za-z_]\w*|[?#@*!$0-9-])/y;

function readExpansion({ source, lastBrace, at }: Place): Piece | null {
  const end = expansionEnd({ source, lastBrace, at });
  if (end <= at) return null;
  const text = source.slice(at, end);
  return { text, end, expansions: [text] };
}

/** Where what the shell fills in ends; 0 where nothing of the kind begins. */
function expansionEnd({ source, lastBrace, at }: Place): number {
  if (source[at] === '`') return source.indexOf('`', at + 1) + 1;
  if (source[at] !== '$') return 0;
  if (source[at + 1] === '(') return bracketEnd({ source, at: at + 1 });
  if (source[at + 1] === '{') return at < lastBrace ? source.indexOf('}', at) + 1 : 0;
  variable.lastIndex = at;
  return variable.test(source) ? variable.lastIndex : 0;
}

/** Behind the bracket that closes the one here; the end of the text where none does. */
function bracketEnd({ source, at }: { source: string; at: number }): number {
  let depth = 0;
  for (let end = at; end < source.length; end += 1) {
    if (source[end] === '(') depth += 1;
    if (source[end] === ')') depth -= 1;
    if (depth === 0) return end + 1;
  }
  return source.length;
}

/** The commands between `&&`, `|` and `;`, without their redirections. */
export function simpleCommands(tokens: readonly ShellToken[]): ShellToken[][] {
  const commands: ShellToken[][] = [[]];
  let isTarget = false;
  for (const token of tokens) {
    if (token.kind === 'operator') {
      isTarget = /[<>]/.test(token.text);
      if (!isTarget) commands.push([]);
    } else if (isTarget) {
      isTarget = false;
    } else {
      commands.at(-1)?.push(token);
    }
  }
  return commands.filter((words) => words.length > 0);
}
