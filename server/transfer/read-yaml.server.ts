import { Lexer, LineCounter, parseDocument, type Document } from 'yaml';
import { documentOf } from './document-of.server.ts';
import { mostAliases, mostTokens, tooMuch } from './too-much.server.ts';
import type { JobDocument } from './types.ts';
import { yamlKeyTwice, yamlLines } from './yaml-nodes.server.ts';

/**
 * Jobs of a YAML text, each with its line. Anchors may be used; a document that grows by them is refused. What the text
 * would become is judged by its tokens before it is parsed: the memory limit of a thread does not hold at any moment.
 */
export function readYaml(text: string): JobDocument {
  const excess = excessOf(text);
  if (excess !== null) return { fault: { line: null, message: excess } };
  const counter = new LineCounter();
  const parsed = parse({ text, counter });
  const [error] = parsed.errors;
  // The library compares each key with all before it.
  const twice = error ? null : yamlKeyTwice(parsed.contents);
  const at = error?.pos[0] ?? twice;
  if (at !== null) {
    const { line, col } = counter.linePos(at);
    const hint = hintOf(error?.message ?? 'Map keys must be unique');
    return { fault: { line, message: `This is not YAML. ${hint} (column ${col})` } };
  }
  let value: unknown;
  try {
    value = parsed.toJS({ maxAliasCount: 100 });
  } catch (thrown) {
    const hint = hintOf(thrown instanceof Error ? thrown.message : '');
    return { fault: { line: null, message: `This YAML cannot be read. ${hint}` } };
  }
  return documentOf({ value, linesOf: () => yamlLines({ root: parsed.contents, counter }) });
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
    // Of a text that is no YAML each character can become an error; their stacks would take most of the memory.
    Error.stackTraceLimit = 0;
    return parseDocument(text, { lineCounter: counter, prettyErrors: false, uniqueKeys: false });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function hintOf(message: string): string {
  const [first = ''] = message.split('\n');
  const isStar = /alias/i.test(first) && !/resource|count/i.test(first);
  if (isStar) return 'Put quotes around a value that begins with *, such as "*/5 * * * *".';
  if (/call stack/i.test(first)) return 'It is nested too deeply.';
  return `${first.replace(/\.$/, '')}.`;
}
