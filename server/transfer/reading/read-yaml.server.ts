import { Lexer, LineCounter, parseDocument, type Document } from 'yaml';
import { documentOf } from '#server/transfer/document-of.server.ts';
import { mostAliases, mostTokens, tooMuch } from '#server/transfer/too-much.server.ts';
import type { JobDocument } from '#server/transfer/types.ts';
import { bracesHint, parserWords, yamlHint } from './yaml-hints.server.ts';
import { yamlKeyTwice, yamlLines, yamlMapAsKey } from './yaml-nodes.server.ts';
import { keepYamlTexts } from './yaml-texts.server.ts';

/**
 * Jobs of a YAML text, each with its line. Anchors may be used; a document that grows by them is refused. The size is
 * estimated from the tokens before parsing, because a thread's memory limit does not hold at every moment.
 */
export function readYaml(text: string): JobDocument {
  const excess = excessOf(text);
  if (excess !== null) return { error: { line: null, message: excess } };
  const counter = new LineCounter();
  const parsed = parse({ text, counter });
  const wrong = firstError({ text, parsed });
  if (wrong) {
    const { line, col } = counter.linePos(wrong.at);
    return { error: { line, message: `This is not YAML. ${wrong.hint} (column ${col})` } };
  }
  keepYamlTexts(parsed.contents);
  let value: unknown;
  try {
    value = parsed.toJS({ maxAliasCount: 100 });
  } catch (thrown) {
    const hint = parserWords(thrown instanceof Error ? thrown.message : '');
    return { error: { line: null, message: `This YAML cannot be read. ${hint}` } };
  }
  return documentOf({ value, linesOf: () => yamlLines({ root: parsed.contents, counter }) });
}

/** Position of the first invalid YAML, or of a likely misreading. */
function firstError({
  text,
  parsed: { errors, warnings, contents },
}: {
  text: string;
  parsed: Document.Parsed;
}): { at: number; hint: string } | null {
  // An unknown tag is only a warning, yet it changes the value after it.
  const error = errors[0] ?? warnings.find(({ code }) => code === 'TAG_RESOLVE_FAILED');
  if (error) return { at: error.pos[0], hint: yamlHint({ text, error }) };
  const braces = yamlMapAsKey(contents);
  if (braces !== null) return { at: braces, hint: bracesHint };
  // The library compares each key with all before it.
  const twice = yamlKeyTwice(contents);
  return twice === null ? null : { at: twice, hint: 'Map keys must be unique.' };
}

function excessOf(text: string): string | null {
  let tokens = 0;
  let aliases = 0;
  for (const token of new Lexer().lex(text)) {
    tokens += 1;
    if (token.startsWith('*')) aliases += 1;
    if (tokens > mostTokens) return tooMuch({ of: 'words and signs of YAML', most: mostTokens });
    if (aliases > mostAliases) return tooMuch({ of: 'aliases such as *name', most: mostAliases });
  }
  return null;
}

function parse({ text, counter }: { text: string; counter: LineCounter }): Document.Parsed {
  const { stackTraceLimit } = Error;
  try {
    // In a text that is no YAML each character can become an error; their stacks would take most of the memory.
    Error.stackTraceLimit = 0;
    return parseDocument(text, { lineCounter: counter, prettyErrors: false, uniqueKeys: false });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
