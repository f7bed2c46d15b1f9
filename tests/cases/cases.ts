import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** An input from a public bug report with its correct result; `expected` is prose that a check implements. */
export interface ReportedCase {
  id: string;
  kind: string;
  source: string;
  what: string;
  input: Readonly<Record<string, unknown>>;
  expected: string;
}

const cases = readFileSync(new URL('cases.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as ReportedCase);

/**
 * A test for each reported case of a kind. `checks` has one check per id: a case without a check fails, and so does a
 * check without its case, so the table stays whole.
 */
export function testCases(
  kind: string,
  checks: Readonly<Record<string, (reported: ReportedCase) => void | Promise<void>>>,
): void {
  const ofKind = cases.filter((one) => one.kind === kind);
  describe(`reported cases of ${kind}`, () => {
    test('each case has its check, and each check its case', () => {
      expect(Object.keys(checks).sort()).toEqual(ofKind.map((one) => one.id).sort());
    });
    test.each(ofKind.map((one) => [one.id, one.what, one] as const))('%s: %s', async (id, _what, one) => {
      await checks[id]?.(one);
    });
  });
}
