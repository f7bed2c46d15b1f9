import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const rooms = ['app', 'domain', 'server', 'worker', 'workflows'];
/** Files that format values of our own: their depth does not depend on users. */
const ofOwnValues = new Map([
  ['server/transfer/write-jobs.server.ts', 'a job of the schema has two levels, its headers the second'],
]);

/** Calls of JSON.stringify that indent. */
function indentations(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  if (!text.includes('JSON.stringify(')) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      node.expression.getText() === 'JSON.stringify' &&
      node.arguments.length > 2
    ) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('JSON is indented only by indentJson, which checks depth and size first', () => {
  const files = rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.startsWith('generated/'))
      .map((name) => join(room, name)),
  );
  expect(files.length).toBeGreaterThan(500);
  const places = files.flatMap(indentations);
  const others = places.filter((place) => !ofOwnValues.has(place.split(':')[0] ?? ''));
  expect(others).toEqual([]);
  // A file that no longer needs its entry is removed from the list.
  expect(new Set(places.map((place) => place.split(':')[0]))).toEqual(new Set(ofOwnValues.keys()));
});
