import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/**
 * Titles of the tests a file declares, as in its source: the first text of each call of test, or of test.each and the
 * like. Tests that are always left out (skip, todo, fixme) do not count.
 */
export function declaredTitles(path: string): Set<string> {
  if (!existsSync(path)) return new Set();
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const titles = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [title] = node.arguments;
      if (title) titles.add(textOf({ node: title, source }));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

/** The fault tests declare theirs with `check`. */
const names = ['test', 'it', 'check'];

/** test, test.each(…), test.skipIf(…), test.runIf(…), test.only and it, in any chain. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return names.includes(callee.text);
  if (ts.isCallExpression(callee)) return isTest(callee.expression);
  if (!ts.isPropertyAccessExpression(callee)) return false;
  return !['skip', 'todo', 'fixme', 'describe'].includes(callee.name.text) && isTest(callee.expression);
}

function textOf({ node, source }: { node: ts.Expression; source: ts.SourceFile }): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  return node.getText(source).replace(/^`|`$/g, '');
}
