import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { findCycles } from './import-cycles.ts';
import { sourceFiles } from './source-files.ts';

/** The source files that a file imports, types included. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
  return importedFiles.flatMap(({ fileName }) => {
    const [path = ''] = fileName.split('?');
    if (path.startsWith('#')) return [path.slice(1)];
    return path.startsWith('.') ? [join(dirname(file), path)] : [];
  });
}

test('no file of the product imports itself through others, types included', { timeout: 60_000 }, () => {
  const files = new Map(sourceFiles().map((file) => [file, importsOf(file)]));
  expect(files.size).toBeGreaterThan(1_000);
  expect(findCycles(files)).toEqual([]);
});

test('finds the shortest cycle, or none', () => {
  const graph = { a: ['b'], b: ['c'], c: ['b', 'd'], d: ['e'], e: [] };
  expect(findCycles(new Map(Object.entries(graph)))).toEqual([['b', 'c', 'b']]);
  expect(findCycles(new Map(Object.entries({ ...graph, c: ['d'] })))).toEqual([]);
});
