import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// coverage.md says which test shows each sentence of the specification. A test that was renamed or removed
// leaves its sentence without proof: this notices.

interface Row {
  sentence: string;
  shownBy: string;
}

const rows: Row[] = readFileSync(new URL('coverage.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| What'))
  .map((line) => {
    const [sentence = '', shownBy = '', ...more] = line.split('|').slice(1, -1);
    if (more.length > 0) throw new Error(`A row has more than two cells: ${line}`);
    return { sentence: sentence.trim(), shownBy: shownBy.trim() };
  });

const isOpen = ({ shownBy }: Row) => /^open, issue [1-6]$/.test(shownBy);

/** `path` title, several parted by <br>. */
const proofsOf = ({ shownBy }: Row) =>
  shownBy.split('<br>').map((proof) => {
    const [, path = '', title = ''] = /^`([^`]+)` (.+)$/.exec(proof.trim()) ?? [];
    return { path, title };
  });

/** The source as a reader of its strings sees it: quotes without their escapes. */
const sources = new Map<string, string>();
function sourceOf(path: string): string {
  const known = sources.get(path);
  if (known !== undefined) return known;
  const source = existsSync(path) ? readFileSync(path, 'utf8').replace(/\\(['"`])/g, '$1') : '';
  sources.set(path, source);
  return source;
}

test('every sentence of the specification is either shown by a test or open in an issue', () => {
  const unclear = rows.filter(
    (row) => !isOpen(row) && proofsOf(row).some(({ path, title }) => !path || !title),
  );
  expect(unclear).toEqual([]);
  expect(rows.length).toBeGreaterThan(250);
});

test('every test that the coverage names exists under that title', () => {
  const missing = rows
    .filter((row) => !isOpen(row))
    .flatMap(proofsOf)
    .filter(
      ({ path, title }) =>
        !["'", '"', '`'].some((quote) => sourceOf(path).includes(`${quote}${title}${quote}`)),
    );
  expect(missing).toEqual([]);
});

test('no sentence stands twice', () => {
  const sentences = rows.map(({ sentence }) => sentence);
  expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([]);
});
