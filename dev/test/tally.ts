/** How many checks passed and failed. */
export interface Tally {
  passed: number;
  failed: number;
}

export const none: Tally = { passed: 0, failed: 0 };

export function sum(tallies: Tally[]): Tally {
  return tallies.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), none);
}

/** The last line of a run. */
export function totalLine({ passed, failed }: Tally): string {
  return `Total: ${passed} passed, ${failed} failed`;
}

/** What the JSON report of vitest counts; a file that does not load counts as one failure. */
export function tallyOfVitest(report: unknown): Tally {
  const { numPassedTests, numFailedTests, testResults } = report as {
    numPassedTests: number;
    numFailedTests: number;
    testResults: { status: string; assertionResults: { status: string }[] }[];
  };
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/** What the JSON report of Playwright counts; a test that passed only when repeated counts as a failure. */
export function tallyOfPlaywright(report: unknown): Tally {
  const { stats, errors } = report as {
    stats: { expected: number; unexpected: number; flaky: number };
    errors: unknown[];
  };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/**
 * Holds a tally against how its runner ended: one that failed without a failed test, or that ran
 * nothing, is a failure itself.
 */
export function judgeRun({ tally, code }: { tally: Tally | undefined; code: number }): Tally {
  if (!tally) return { passed: 0, failed: 1 };
  const hasRun = tally.passed + tally.failed > 0;
  if (tally.failed === 0 && (code !== 0 || !hasRun)) return { ...tally, failed: 1 };
  return tally;
}
