import { expect, test } from 'vitest';
import { type Proof, readCoverage } from './coverage-rows.ts';
import { declaredTitles } from './declared-titles.ts';

// coverage.md names the tests of each sentence of the specification. A renamed or removed test would leave its sentence
// without proof: this test notices. `npm test` checks in the reports that the named tests ran and passed.

const rows = readCoverage();

const known = new Map<string, Set<string>>();
function isDeclared({ path, title }: Proof): boolean {
  const titles = known.get(path) ?? declaredTitles(path);
  known.set(path, titles);
  return titles.has(title);
}

test('every sentence of the specification is either shown by a test or open in an issue', () => {
  expect(rows.length).toBeGreaterThan(250);
});

test('every test named in the coverage exists under that title', () => {
  expect(rows.flatMap(({ proofs }) => proofs).filter((proof) => !isDeclared(proof))).toEqual([]);
});

test('no sentence is repeated', () => {
  const sentences = rows.map(({ sentence }) => sentence);
  expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([]);
});
