import type { Tally } from '#dev/test/tally.ts';

/** Counts of a JUnit report: errors are failures, skipped tests are neither. */
export function tallyOfJunit(xml: string): Tally {
  const [head = ''] = /<testsuites?\b[^>]*>/.exec(xml) ?? [];
  const count = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const failed = count('failures') + count('errors');
  return { passed: count('tests') - failed - count('skipped'), failed };
}
