import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** Where the runners write what they have run. */
export const reportFolder = join('node_modules', '.cache', 'punctual');

export type TestEnd = 'passed' | 'failed' | 'skipped';

/** A test in a runner's report; a table has one for each row. */
export interface ReportedTest {
  /** From the folder of the clone. */
  path: string;
  title: string;
  end: TestEnd;
}

/** The tests in a JSON report of vitest. */
export function testsOfVitest(report: unknown): ReportedTest[] {
  const { testResults } = report as {
    testResults: { name: string; assertionResults: { title: string; status: string }[] }[];
  };
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({
      path: relative(process.cwd(), name),
      title,
      end: status === 'passed' || status === 'failed' ? status : 'skipped',
    })),
  );
}

interface Suite {
  file: string;
  suites?: Suite[];
  specs: { title: string; tests: { status: string }[] }[];
}

const ends: Record<string, TestEnd> = { expected: 'passed', flaky: 'passed', skipped: 'skipped' };

/** The tests in a JSON report of Playwright. */
export function testsOfPlaywright(report: unknown): ReportedTest[] {
  const { config, suites } = report as { config: { rootDir: string }; suites: Suite[] };
  const testsOf = ({ file, suites: inner = [], specs }: Suite): ReportedTest[] => [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ status }) => ({
        path: relative(process.cwd(), resolve(config.rootDir, file)),
        title,
        end: ends[status] ?? ('failed' as const),
      })),
    ),
    ...inner.flatMap(testsOf),
  ];
  return suites.flatMap(testsOf);
}

/** Results from the reports of `npm test`; a run without a report has none. */
export function readReports(): ReportedTest[] {
  const read = (name: string, testsOf: (report: unknown) => ReportedTest[]) => {
    try {
      return testsOf(JSON.parse(readFileSync(join(reportFolder, `${name}.json`), 'utf8')));
    } catch {
      return [];
    }
  };
  return [
    ...['unit', 'integration', 'model'].flatMap((name) => read(name, testsOfVitest)),
    ...read('browser', testsOfPlaywright),
  ];
}
