import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { unshownRows } from './coverage.ts';
import { type ReportedTest, testsOfPlaywright, testsOfVitest } from './reports.ts';

const path = 'domain/plan.test.ts';
const row = (title: string, file = path) => ({ sentence: title, proofs: [{ path: file, title }] });
const shown = (title: string, end: ReportedTest['end'], file = path): ReportedTest => ({
  path: file,
  title,
  end,
});
const endsOf = (title: string, tests: ReportedTest[], file = path) =>
  unshownRows({ rows: [row(title, file)], tests }).map(({ end }) => end);

test('a sentence is shown only by a test that ran and passed', () => {
  expect(endsOf('a job fires', [shown('a job fires', 'passed')])).toEqual([]);
  expect(endsOf('a job fires', [shown('a job fires', 'failed')])).toEqual(['failed']);
  expect(endsOf('a job fires', [shown('a job fires', 'skipped')])).toEqual(['skipped']);
  expect(endsOf('a job fires', [])).toEqual(['not run']);
  expect(endsOf('a job fires', [shown('a job fires twice', 'passed')])).toEqual(['not run']);
  expect(endsOf('a job fires', [shown('a job fires', 'passed', 'domain/other.test.ts')])).toEqual([
    'not run',
  ]);
});

test.each([
  ['%s reads "%j" (of %d)', 'noon reads "[1]" (of 3)'],
  ['$kind ends by one click', 'welcome ends by one click'],
  ['after a checkout with ${name} the toast is shown', 'after a checkout with a card the toast is shown'],
  ['the plans cost $0, $3 and $5', 'the plans cost $0, $3 and $5'],
  ['100 % (of all) [a-z]+ \\d', '100 % (of all) [a-z]+ \\d'],
])('the title %s matches %s', (title, reported) => {
  expect(endsOf(title, [shown(reported, 'passed')])).toEqual([]);
  expect(endsOf(title, [shown(`${reported}!`, 'passed')])).toEqual(['not run']);
});

test('a table with a failed row shows nothing', () => {
  const tests = [shown('a is one', 'passed'), shown('b is one', 'failed')];
  expect(endsOf('%s is one', tests)).toEqual(['failed']);
});

test('tests of a shared module are found in the files that run them; fault tests are started by name', () => {
  const shared = 'tests/model/history/live-share.ts';
  expect(
    endsOf('all agree', [shown('all agree', 'passed', 'tests/model/histories-1.test.ts')], shared),
  ).toEqual([]);
  expect(endsOf('all agree', [], shared)).toEqual(['not run']);
  expect(endsOf('a restore', [], 'tests/faults/parts/test-operator.ts')).toEqual([]);
});

test('reads the reports of both runners, with describes and projects', () => {
  const assertionResults = [
    { title: 'one', status: 'passed' },
    { title: 'two', status: 'pending' },
    { title: 'three', status: 'todo' },
    { title: 'four', status: 'failed' },
  ];
  expect(testsOfVitest({ testResults: [{ name: resolve(path), assertionResults }] })).toEqual([
    shown('one', 'passed'),
    shown('two', 'skipped'),
    shown('three', 'skipped'),
    shown('four', 'failed'),
  ]);
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
  const file = 'a.spec.ts';
  const inner = { file, specs: [spec('two', 'skipped'), spec('three', 'unexpected'), spec('four', 'flaky')] };
  const suites = [{ file, specs: [spec('one', 'expected')], suites: [inner] }];
  expect(testsOfPlaywright({ config: { rootDir: resolve('tests/e2e') }, suites })).toEqual(
    (['passed', 'skipped', 'failed', 'passed'] as const).map((end, index) =>
      shown(['one', 'two', 'three', 'four'][index] ?? '', end, `tests/e2e/${file}`),
    ),
  );
});
