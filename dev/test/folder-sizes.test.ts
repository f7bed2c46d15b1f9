import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const mostFiles = 25;
/** One file for each address: the name is the order. */
const unlimited = new Set(['app/routes']);

test(`no folder has more than ${mostFiles} source files directly in it`, () => {
  const counts = new Map<string, number>();
  for (const folder of sourceFiles().map((file) => dirname(file)))
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  const crowded = [...counts].filter(([folder, count]) => count > mostFiles && !unlimited.has(folder));
  expect(Object.fromEntries(crowded)).toEqual({});
});
