export type CodeLanguage = 'json' | 'headers' | 'shell' | 'program' | 'text';
export type TokenKind = 'key' | 'string' | 'number' | 'variable' | 'plain';

interface CodeToken {
  kind: TokenKind;
  text: string;
}

/** Number of highlighted characters: each token is an element, and a response may have 64 KiB. */
const mostColoured = 10_000;

const variable = String.raw`\{\{[^{}\n]{1,200}\}\}`;
const patterns: Record<Exclude<CodeLanguage, 'text'>, RegExp> = {
  json: new RegExp(
    String.raw`(?<key>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\\n]|\\.)*"?)|(?<variable>${variable})|(?<number>-?\d[\d.eE+-]*|\b(?:true|false|null)\b)`,
    'g',
  ),
  headers: new RegExp(String.raw`^(?<key>[^\s:]+)(?=:)|(?<variable>${variable})`, 'gm'),
  shell: new RegExp(
    String.raw`(?<string>'[^']*'|"[^"]*")|(?<key>(?<=\s)--?[\w-]+)|(?<variable>${variable})`,
    'g',
  ),
  // Syntax that JavaScript, Python and Go share, which is enough for examples.
  program: new RegExp(
    String.raw`(?<string>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|${'`'}[^${'`'}]*${'`'})|(?<key>\b(?:as|await|const|defer|from|func|if|import|new|package|return|throw|with)\b)|(?<number>\b(?:\d[\d.]*|true|false|null|nil|True|False|None)\b)`,
    'g',
  ),
};

/** Language of a text without a language name: JSON if it starts like JSON. */
export function languageOf(code: string): CodeLanguage {
  return /^\s*[[{]/.test(code) && !/^\s*\{\{/.test(code) ? 'json' : 'text';
}

/** Splits a text into highlighted parts; joined, they equal the text. Accepts any text, also truncated ones. */
export function codeTokens({ code, language }: { code: string; language: CodeLanguage }): CodeToken[] {
  if (language === 'text') return [{ kind: 'plain', text: code }];
  const coloured = code.slice(0, mostColoured);
  const tokens: CodeToken[] = [];
  let end = 0;
  for (const match of coloured.matchAll(patterns[language])) {
    if (match.index > end) tokens.push({ kind: 'plain', text: code.slice(end, match.index) });
    const kind = kindOf(match.groups ?? {});
    tokens.push(...(kind === 'string' ? withVariables(match[0]) : [{ kind, text: match[0] }]));
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push({ kind: 'plain', text: code.slice(end) });
  return tokens;
}

function kindOf(groups: Record<string, string | undefined>): TokenKind {
  for (const kind of ['key', 'string', 'variable', 'number'] as const) if (groups[kind]) return kind;
  return 'plain';
}

/** Highlights the variables of a text, because the call replaces them. */
function withVariables(text: string): CodeToken[] {
  return text
    .split(new RegExp(`(${variable})`))
    .map((part, index): CodeToken => ({ kind: index % 2 === 1 ? 'variable' : 'string', text: part }))
    .filter((token) => token.text !== '');
}
