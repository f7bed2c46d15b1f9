import { basename } from 'node:path';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { repositoryFiles } from '#dev/test/source-files.ts';
import {
  brokenLinks,
  citingFiles,
  decisionNumbers,
  proseOf,
  unknownDecisionNumbers,
  unknownNames,
  unknownPaths,
  unknownRecords,
  unknownSections,
} from './cited.ts';

// A comment gives its reason by a number, a section or a path: the reader has to find it in this repository.

const files = repositoryFiles();
const citing = citingFiles(files);
const prose = citing.flatMap(proseOf);
const records = files.filter((file) => /^docs\/decisions\/\d{3}-.+\.md$/.test(file));

test('the files and comments that may contain citations are read', () => {
  expect(citing.length).toBeGreaterThan(1_500);
  expect(prose.length).toBeGreaterThan(5_000);
});

test('every cited D number is in the index of design decisions', () => {
  const index = decisionNumbers();
  expect(index.size).toBeGreaterThan(60);
  expect(citing.flatMap((file) => unknownDecisionNumbers({ file, index }))).toEqual([]);
});

test('every cited decision record exists', () => {
  const numbers = new Set(records.map((file) => basename(file).slice(0, 3)));
  expect(prose.flatMap((piece) => unknownRecords({ piece, records: numbers }))).toEqual([]);
});

test('the list of decision records names each record', () => {
  const list = readFileSync('docs/decisions/README.md', 'utf8');
  expect(records.filter((file) => !list.includes(`](${basename(file)})`))).toEqual([]);
});

test('every cited section of a design text has its heading', () => {
  expect(prose.flatMap((piece) => unknownSections({ piece, files }))).toEqual([]);
});

test('every cited path exists and stays inside the repository', () => {
  expect(prose.flatMap(unknownPaths)).toEqual([]);
});

test('every cited file name exists', () => {
  const names = new Set(files.map((file) => basename(file)));
  expect(prose.flatMap((piece) => unknownNames({ piece, names }))).toEqual([]);
});

test('every link between Markdown files leads to an existing file and heading', () => {
  expect(prose.flatMap(brokenLinks)).toEqual([]);
});
