import { readFileSync } from 'node:fs';

/** A test that shows a sentence. */
export interface Proof {
  path: string;
  /** As the source writes it: with the placeholders of a table. */
  title: string;
}

export interface CoverageRow {
  sentence: string;
  /** Empty where the cell names an open issue instead. */
  proofs: Proof[];
}

/**
 * The rows of coverage.md.
 * @throws Error where a row names neither tests nor an open issue
 */
export function readCoverage(): CoverageRow[] {
  const lines = readFileSync(new URL('coverage.md', import.meta.url), 'utf8').split('\n');
  return lines.filter((line) => line.startsWith('| ') && !line.startsWith('| What')).map(readRow);
}

function readRow(line: string): CoverageRow {
  const [sentence = '', shownBy = '', ...more] = line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
  if (more.length > 0) throw new Error(`A row has more than two cells: ${line}`);
  if (/^open, issue [1-6]$/.test(shownBy)) return { sentence, proofs: [] };
  const proofs = shownBy.split('<br>').map((proof) => {
    const [, path, title] = /^`([^`]+)` (.+)$/.exec(proof.trim()) ?? [];
    if (!path || !title) throw new Error(`A row names no test: ${line}`);
    return { path, title };
  });
  return { sentence, proofs };
}
