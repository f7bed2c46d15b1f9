import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mutants } from './mutants.ts';

test.each(mutants)('the code that $name changes is there', ({ edits }) => {
  const missing = edits.filter(({ file, find }) => !readFileSync(file, 'utf8').includes(find));
  expect(missing).toEqual([]);
});
