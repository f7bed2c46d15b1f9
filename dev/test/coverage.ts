import { type CoverageRow, type Proof, readCoverage } from '#tests/contract/coverage-rows.ts';
import { readReports, type ReportedTest, type TestEnd } from './reports.ts';
import type { Tally } from './tally.ts';

/** A sentence of the specification whose test did not run and pass. */
export interface Unshown {
  sentence: string;
  proof: Proof;
  end: Exclude<TestEnd, 'passed'> | 'not run';
}

/** Their runs take an hour and are started by name. */
const isStartedByName = ({ path }: Proof) => path.startsWith('tests/faults/');

/**
 * Reports sentences of coverage.md not shown by the tests of this `npm test`. A test skipped for a missing tool is
 * listed and is no failure; one that did not run or failed is.
 */
export function checkCoverage(): Tally {
  const unshown = unshownRows({ rows: readCoverage(), tests: readReports() });
  for (const { sentence, proof, end } of unshown)
    console.log(`${end.padEnd(8)}${sentence}\n        ${proof.path} ${proof.title}`);
  const failed = unshown.filter(({ end }) => end !== 'skipped').length;
  return failed === 0 ? { passed: 1, failed } : { passed: 0, failed };
}

/** The rows whose tests did not all run and pass. The title of a table means all of its rows. */
export function unshownRows({ rows, tests }: { rows: CoverageRow[]; tests: ReportedTest[] }): Unshown[] {
  const byPath = new Map<string, ReportedTest[]>();
  for (const one of tests) byPath.set(one.path, [...(byPath.get(one.path) ?? []), one]);
  const proofs = rows.flatMap(({ sentence, proofs: all }) => all.map((proof) => ({ sentence, proof })));
  return proofs
    .filter(({ proof }) => !isStartedByName(proof))
    .flatMap(({ sentence, proof }) => {
      const end = endOf({ proof, tests: byPath.get(proof.path) ?? sharedTests({ proof, tests }) });
      return end === 'passed' ? [] : [{ sentence, proof, end }];
    });
}

/** Tests of a shared module that run in other files. */
function sharedTests({ proof, tests }: { proof: Proof; tests: ReportedTest[] }): ReportedTest[] {
  return /\.(?:test|spec)\.tsx?$/.test(proof.path) ? [] : tests;
}

function endOf({ proof, tests }: { proof: Proof; tests: ReportedTest[] }): TestEnd | 'not run' {
  const pattern = patternOf(proof.title);
  const ends = new Set(tests.filter(({ title }) => pattern.test(title)).map(({ end }) => end));
  return (['failed', 'skipped', 'passed'] as const).find((end) => ends.has(end)) ?? 'not run';
}

/** A title with placeholders (%s, $name, ${name}) that match any text. */
function patternOf(title: string): RegExp {
  const parts = title.split(/%[sdifjoO#%]|\$\{[^}]*\}|\$[A-Za-z_][\w.]*/);
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`, 's');
}
