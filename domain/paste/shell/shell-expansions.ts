/** A command line with its last `}`: a `${` behind it is never closed, without scanning the rest. */
export interface ShellText {
  source: string;
  lastBrace: number;
}

const variable = /\$(?:[A-Za-z_]\w*|[?#@*!$0-9-])/y;

/** The expansion that starts here, such as `$TOKEN`, as written; null if there is none. */
export function readExpansion({
  text,
  at,
}: {
  text: ShellText;
  at: number;
}): { text: string; end: number } | null {
  const end = expansionEnd({ text, at });
  return end > at ? { text: text.source.slice(at, end), end } : null;
}

/** End of the expansion; 0 if there is none here. */
function expansionEnd({ text: { source, lastBrace }, at }: { text: ShellText; at: number }): number {
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
