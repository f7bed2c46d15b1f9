import { readExpansion, type ShellText } from './shell-expansions.ts';

const plain = /[^\\$`]+/y;

/**
 * Reads the lines of a here-document up to its delimiter, or to the end of the text if there is none. After a quoted
 * delimiter, they are literal; otherwise expansions stay as written and are listed.
 * @param at the first line
 * @param isIndented written with `<<-`: leading tabs do not count
 */
export function readHereDocument({
  text: { source, ...text },
  at,
  delimiter,
  isIndented,
}: {
  text: ShellText;
  at: number;
  delimiter: { text: string; isQuoted: boolean };
  isIndented: boolean;
}): { content: string; end: number; expansions: string[] } {
  let content = '';
  let end = at;
  let isContinued = false;
  while (end < source.length) {
    const found = source.indexOf('\n', end);
    const next = found < 0 ? source.length : found + 1;
    const raw = found < 0 ? `${source.slice(end)}\n` : source.slice(end, next);
    const line: string = isIndented && !isContinued ? raw.replace(/^\t+/, '') : raw;
    end = next;
    const isNew = !isContinued;
    isContinued = !delimiter.isQuoted && /(?:^|[^\\])(?:\\\\)*\\\n$/.test(line);
    if (isNew && line.replace(/\r?\n$/, '') === delimiter.text) {
      // The line break behind the delimiter ends the command.
      end = found < 0 ? next : found;
      break;
    }
    content += line;
  }
  if (delimiter.isQuoted) return { content, end, expansions: [] };
  return { ...filledIn({ source: content, ...text, lastBrace: content.lastIndexOf('}') }), end };
}

function filledIn(text: ShellText): { content: string; expansions: string[] } {
  const { source } = text;
  const expansions: string[] = [];
  let content = '';
  for (let at = 0; at < source.length;) {
    const sign = source[at] ?? '';
    const next = source[at + 1] ?? '';
    if (sign === '\\' && '$`\\\n'.includes(next) && next !== '') {
      if (next !== '\n') content += next;
      at += 2;
      continue;
    }
    const expansion = readExpansion({ text, at });
    if (expansion) expansions.push(expansion.text);
    plain.lastIndex = at;
    const part = expansion?.text ?? plain.exec(source)?.[0] ?? sign;
    content += part;
    at += part.length;
  }
  return { content, expansions };
}
