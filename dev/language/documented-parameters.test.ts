import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { sourceFiles } from '#dev/test/source-files.ts';
import { parseSource } from './parse-source.ts';

/** Names of `@param` tags that no code of their file has: left behind by a rename. */
function staleParameters({ file, text }: { file: string; text: string }): string[] {
  const source = parseSource({ file, text });
  const documented = new Set<string>();
  const used = new Set<string>();
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node)) used.add(node.text);
    for (const tag of ts.getJSDocTags(node))
      if (ts.isJSDocParameterTag(tag)) documented.add(tag.name.getText().split('.')[0] ?? '');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...documented].filter((name) => !used.has(name));
}

test('finds a documented parameter that no code has', () => {
  const text = '/** @param old one\n * @param now another */\nexport const ask = (now: number) => now;\n';
  expect(staleParameters({ file: 'a.ts', text })).toEqual(['old']);
});

test('every documented parameter occurs in the code of its file', { timeout: 60_000 }, () => {
  const stale = sourceFiles().map(
    (file) => [file, staleParameters({ file, text: readFileSync(file, 'utf8') })] as const,
  );
  expect(stale.length).toBeGreaterThan(1_000);
  expect(stale.filter(([, names]) => names.length > 0)).toEqual([]);
});
