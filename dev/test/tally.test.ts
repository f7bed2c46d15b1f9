import { expect, test } from 'vitest';
import { assessRun, repeatedOfVitest, sum, tallyOfPlaywright, tallyOfVitest, totalLine } from './tally.ts';

test('a test file that fails to load counts as one failure', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  };
  expect(tallyOfVitest(report)).toEqual({ passed: 3, failed: 2 });
});

test('a test that passed only on retry is listed with its first failure', () => {
  const passed = { status: 'passed', failureMessages: [] };
  const report = {
    testResults: [
      {
        assertionResults: [
          { fullName: 'steady', ...passed },
          { fullName: 'failed', status: 'failed', failureMessages: ['expected 1 to be 2'] },
        ],
      },
      { assertionResults: [{ fullName: 'unsteady', ...passed, failureMessages: ['it took 3 s'] }] },
    ],
  };
  expect(repeatedOfVitest(report)).toEqual(['unsteady\nit took 3 s']);
});

test('failed browser tests and errors outside tests count as failures, skipped tests do not', () => {
  const report = { stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 3 }, errors: [{}] };
  expect(tallyOfPlaywright(report)).toEqual({ passed: 6, failed: 2 });
});

test.each([
  ['wrote no report', { tally: undefined, code: 0 }, 1],
  ['ran nothing', { tally: { passed: 0, failed: 0 }, code: 0 }, 1],
  ['crashed after its tests', { tally: { passed: 5, failed: 0 }, code: 1 }, 1],
  ['found two failures', { tally: { passed: 5, failed: 2 }, code: 1 }, 2],
  ['passed', { tally: { passed: 5, failed: 0 }, code: 0 }, 0],
])('a runner that %s', (_what, run, failed) => {
  expect(assessRun(run).failed).toBe(failed);
});

test('the last line adds up all runners', () => {
  expect(
    totalLine(
      sum([
        { passed: 2, failed: 0 },
        { passed: 40, failed: 1 },
      ]),
    ),
  ).toBe('Total: 42 passed, 1 failed');
});
