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
const operators = [
  '&&',
  '||',
  ';;',
  '>>',
  '<<<',
  '<<',
  '>&',
  '<&',
  '&>>',
  '&>',
  '>|',
  '|&',
  '|',
  '&',
  ';',
  '<',
  '>',
].sort((a, b) => b.length - a.length);

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
  const tokens: ShellToken[] = [];
  let at = 0;
  let word: { text: string; expansions: string[] } | null = null;
  const close = () => {
    if (word) tokens.push({ kind: 'word', ...word });
    word = null;
  };
  while (at < source.length) {
    const blank = /^(?:[ \t]|\\?\r?\n)+/.exec(source.slice(at, at + 200));
    if (blank) {
      // A line that ends in a backslash goes on; any other end of a line ends the command.
      const isEnd = /(^|[^\\])\n/.test(blank[0].replaceAll('\r', ''));
      close();
      if (isEnd) tokens.push({ kind: 'operator', text: '\n' });
      at += blank[0].length;
      continue;
    }
    if (word === null && source[at] === '#') {
      at = lineEnd({ source, from: at });
      continue;
    }
    const operator = operators.find((sign) => source.startsWith(sign, at));
    if (operator !== undefined) {
      // The 2 of `2>` names a stream: it is no word.
      if (word !== null && /^[<>]/.test(operator) && /^\d$/.test((word as { text: string }).text))
        word = null;
      close();
      tokens.push({ kind: 'operator', text: operator });
      at += operator.length;
      continue;
    }
    const piece = readPiece({ source, at });
    if (piece === null) return { reason: 'A quote is opened and never closed. Paste the whole command.' };
    word ??= { text: '', expansions: [] };
    word.text += piece.text;
    word.expansions.push(...piece.expansions);
    at = piece.end;
  }
  close();
  return { tokens };
}

function lineEnd({ source, from }: { source: string; from: number }): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}

function readPiece({ source, at }: { source: string; at: number }): Piece | null {
  const sign = source[at] ?? '';
  if (sign === "'") {
    const end = source.indexOf("'", at + 1);
    return end < 0 ? null : { text: source.slice(at + 1, end), end: end + 1, expansions: [] };
  }
  if (sign === '"') return readDoubleQuoted({ source, at });
  if (sign === '\\') {
    return { text: source[at + 1] ?? '', end: at + 2, expansions: [] };
  }
  if (sign === '$' && source[at + 1] === "'") return readEscaped({ source, at });
  return readExpansion({ source, at }) ?? { text: sign, end: at + 1, expansions: [] };
}

function readDoubleQuoted({ source, at }: { source: string; at: number }): Piece | null {
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
    const expansion = readExpansion({ source, at: i });
    text += expansion?.text ?? sign;
    if (expansion) expansions.push(...expansion.expansions);
    i = expansion?.end ?? i + 1;
  }
  return null;
}

/** `$'…'`, in which browsers write what they copy. */
function readEscaped({ source, at }: { source: string; at: number }): Piece | null {
  let text = '';
  for (let i = at + 2; i < source.length;) {
    const sign = source[i] ?? '';
    if (sign === "'") return { text, end: i + 1, expansions: [] };
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

function readExpansion({ source, at }: { source: string; at: number }): Piece | null {
  const sign = source[at];
  if (sign !== '$' && sign !== '`') return null;
  const rest = source.slice(at);
  const found =
    /^`[^`]*`/.exec(rest) ??
    /^\$\{[^}]*\}/.exec(rest) ??
    /^\$[A-Za-z_]\w*/.exec(rest) ??
    /^\$[?#@*!$0-9-]/.exec(rest);
  const text = found?.[0] ?? (rest.startsWith('$(') ? balanced(rest) : null);
  return text === null ? null : { text, end: at + text.length, expansions: [text] };
}

function balanced(text: string): string {
  let depth = 0;
  for (let i = 1; i < text.length; i += 1) {
    if (text[i] === '(') depth += 1;
    if (text[i] === ')') depth -= 1;
    if (depth === 0) return text.slice(0, i + 1);
  }
  return text;
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
