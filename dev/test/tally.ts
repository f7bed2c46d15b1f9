/** Number of checks passed and failed. */
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

/** Counts of vitest's JSON report; a file that does not load counts as one failure. */
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

/** Tests that passed only after a retry, each with its first error; Playwright lists its own. */
export function repeatedOfVitest(report: unknown): string[] {
  const { testResults } = report as {
    testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
  };
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join('\n')}`);
}

/** Counts of Playwright's JSON report; it retries tests only if TEST_RETRIES says so. */
export function tallyOfPlaywright(report: unknown): Tally {
  const { stats, errors } = report as {
    stats: { expected: number; unexpected: number; flaky: number };
    errors: unknown[];
  };
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}

/**
 * Compares a tally with the exit code of its runner: a failure without a failed test, or a run without tests, is a
 * failure itself.
 */
export function assessRun({ tally, code }: { tally: Tally | undefined; code: number }): Tally {
  if (!tally) return { passed: 0, failed: 1 };
  const hasRun = tally.passed + tally.failed > 0;
  if (tally.failed === 0 && (code !== 0 || !hasRun)) return { ...tally, failed: 1 };
  return tally;
}
