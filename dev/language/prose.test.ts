import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { replacedWordsOf } from './prose.ts';
import { filesEnding } from '#dev/test/source-files.ts';

/** The glossary lists the words; the specification is fixed to the letter. */
const exempt = new Set(['docs/glossary.md', 'docs/design/specification.md']);

test('finds replaced words in prose only', () => {
  const text = [
    'The target answers.',
    'Run `npm run test:faults` in tests/faults.',
    '```',
    'by hand',
    '```',
    'See [it](fault.md) for [[table faults]].',
    'A worker handed it out.',
  ].join('\n');
  expect(replacedWordsOf(text)).toEqual([
    '1: answers (instead: response, result)',
    '7: handed it out (instead: dispatch)',
  ]);
});

test('documents use the words of the glossary', () => {
  const files = filesEnding('.md').filter(
    (file) => /^(?:docs|app\/content)\/|^README\.md$/.test(file) && !exempt.has(file),
  );
  expect(files.length).toBeGreaterThan(60);
  expect(
    files.flatMap((file) => replacedWordsOf(readFileSync(file, 'utf8')).map((found) => `${file}:${found}`)),
  ).toEqual([]);
});
