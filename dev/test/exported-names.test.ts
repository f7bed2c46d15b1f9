import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** Remix reads these names; each program has its own main, and each room its own clock. */
const shared = new Set(['loader', 'action', 'main', 'now']);

test('an exported name exists once in the product, routes aside', () => {
  const files = sourceFiles().filter((file) => !/\.d\.ts$|^app\/routes\//.test(file));
  const filesOf = new Map<string, string[]>();
  for (const file of files) {
    const declared = readFileSync(file, 'utf8').matchAll(
      /^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm,
    );
    for (const [, name = ''] of declared) filesOf.set(name, [...(filesOf.get(name) ?? []), file]);
  }
  expect(filesOf.size).toBeGreaterThan(2_000);
  // An overloaded function is exported several times by one file.
  const doubled = [...filesOf].filter(([name, of]) => new Set(of).size > 1 && !shared.has(name));
  expect(Object.fromEntries(doubled)).toEqual({});
});
