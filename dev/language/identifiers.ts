import ts from 'typescript';
import { parseSource } from './parse-source.ts';

// Finds declared names with a word that the glossary replaces.

/** Words that no name contains, with their replacements. */
const replaced: Readonly<Record<string, readonly string[]>> = {
  'response, result': ['answer', 'answers', 'answered', 'answering'],
  error: ['fault', 'faults'],
  'enqueue, pending': ['owe', 'owed', 'owes', 'owing'],
  notified: ['told', 'untold'],
  'page updates': ['teller'],
  failed: ['gave'],
  'update, feed': ['news'],
  'heartbeat, heartbeats': ['beat', 'beats'],
  loop: ['chain', 'chains'],
  schedule: ['math', 'maths'],
  batch: ['gather', 'gathered', 'gathers'],
  'start queued': ['unqueue'],
  undecryptable: ['unopened'],
  'send request': ['converse'],
  maintenance: ['house', 'housekeeping'],
  timeline: ['rail'],
  clock: ['dial'],
  'evaluate, classify': ['judge', 'judged', 'judges'],
  'lead time': ['arming'],
};

const insteadOf = new Map(
  Object.entries(replaced).flatMap(([instead, words]) => words.map((word) => [word, instead] as const)),
);

/** Names of others: schema.org, the API's fields and rules, and the fault suite, which injects faults. */
const allowed = new Set([
  ...['acceptedAnswer', 'answerWatch', 'answer_watch', 'answer_changed'],
  ...['hangingFaults', 'shownFaults'],
]);

const wordsOf = (name: string) => name.match(/[A-Z]?[a-z]+|(?<![A-Z])[A-Z]+(?![a-z])/g) ?? [];

/** Declared names of a file with a replaced word, as "name: word (instead: …)". */
export function replacedNamesOf({ file, text }: { file: string; text: string }): string[] {
  const source = parseSource({ file, text });
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isDeclared(node) && !allowed.has(node.text))
      found.push(...explain(node.text));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Environment variables are written in capitals, and are named by the programs that read them. */
function explain(name: string): string[] {
  if (name === name.toUpperCase()) return [];
  return wordsOf(name).flatMap((word) => {
    const instead = insteadOf.get(word.toLowerCase());
    return instead === undefined ? [] : [`${name}: ${word} (instead: ${instead})`];
  });
}

/** An imported name is declared elsewhere, and so is a property that is read. */
function isDeclared(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isImportSpecifier(parent)) return false;
  return (parent as Partial<ts.NamedDeclaration>).name === node;
}
