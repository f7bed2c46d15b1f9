import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { replacedNamesOf } from './identifiers.ts';
import { filesEnding } from '#dev/test/source-files.ts';

test('finds replaced words in declared names only', () => {
  const text = [
    "import { answerOf } from 'elsewhere';",
    'const { fault: code } = job.faults;',
    'interface HouseOrder { toldAt: number }',
    'export const defaultChain = (default_: number) => FAULTS_CLOCK;',
    'env.FAULTS_CLOCK = hallway;',
  ].join('\n');
  expect(replacedNamesOf({ file: 'a.ts', text })).toEqual([
    'HouseOrder: House (instead: maintenance)',
    'toldAt: told (instead: notified)',
    'defaultChain: Chain (instead: loop)',
  ]);
});

test('no name contains a word that the glossary replaces', () => {
  const files = filesEnding('.ts', '.tsx');
  expect(files.length).toBeGreaterThan(1_500);
  expect(
    files.flatMap((file) =>
      replacedNamesOf({ file, text: readFileSync(file, 'utf8') }).map((found) => `${file}: ${found}`),
    ),
  ).toEqual([]);
}, 60_000);
