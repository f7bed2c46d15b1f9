import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commentLimits, commentsOf, measureComments } from './comments.ts';
import { filesEnding } from '#dev/test/source-files.ts';

test('reads comments as prose and merges consecutive lines', () => {
  const text = [
    '// Keeps the order,',
    '// because readers rely on it.',
    "const one = 'no // comment'; // trailing",
    '// eslint-disable-next-line no-console',
    '/**',
    ' * Returns it.',
    ' * @returns a number',
    ' */',
    'const two = () => `${one /* inside */} // text`;',
  ].join('\n');
  expect(commentsOf({ file: 'a.ts', text })).toEqual([
    'Keeps the order, because readers rely on it.',
    'trailing',
    'Returns it. @returns a number',
    'inside',
  ]);
});

test('reads comments of JSX, but not its text', () => {
  const text = 'const a = (\n  <p>\n    {/* Shown once. */}\n    see // here\n  </p>\n);';
  expect(commentsOf({ file: 'a.tsx', text })).toEqual(['Shown once.']);
});

test('counts opening words and relative pronouns', () => {
  expect(measureComments(['What a job is.', 'Finds the job that failed, and whose owner asked.'])).toEqual({
    comments: 2,
    clauseOpenings: 1,
    words: 13,
    relativePronouns: 3,
  });
});

test('comments begin with a verb or a noun and have few relative clauses', { timeout: 120_000 }, () => {
  const files = filesEnding('.ts', '.tsx');
  const measure = measureComments(
    files.flatMap((file) => commentsOf({ file, text: readFileSync(file, 'utf8') })),
  );
  expect(measure.comments).toBeGreaterThan(5_000);
  expect(measure.clauseOpenings / measure.comments).toBeLessThanOrEqual(commentLimits.clauseOpenings);
  expect(measure.relativePronouns / measure.words).toBeLessThanOrEqual(commentLimits.relativePronouns);
});
