import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runCommand } from './run-command.ts';
import { reportFolder } from './reports.ts';
import { assessRun, repeatedOfVitest, type Tally, tallyOfPlaywright, tallyOfVitest } from './tally.ts';

/** Number of retries of a failed test: none, unless an unattended machine asks for them. */
const retries = String(Number(process.env.TEST_RETRIES ?? 0));

/** Each test file is a process that loads the same packages: compiled once, they load in two thirds of the time. */
const compileCache = { NODE_COMPILE_CACHE: resolve('node_modules', '.cache', 'node') };

/** Runs one project of vitest and counts by its report. */
export async function runVitest({ project }: { project: 'unit' | 'integration' | 'model' }): Promise<Tally> {
  const file = join(reportFolder, `${project}.json`);
  const args = [
    'run',
    // `unit-alone` belongs to the unit tests.
    '--project',
    `${project}*`,
    '--reporter=dot',
    '--reporter=json',
    `--retry=${retries}`,
    `--outputFile.json=${file}`,
  ];
  const reportRepeated = (report: unknown) => {
    for (const one of repeatedOfVitest(report)) console.log(`passed when repeated  ${one}`);
    return tallyOfVitest(report);
  };
  const env = { ...compileCache, ...process.env };
  return count({ file, command: 'node_modules/vitest/vitest.mjs', args, env, tallyOf: reportRepeated });
}

/** Runs the browser tests against the stack the facts describe. */
export async function runBrowserTests({
  facts,
  browser,
}: {
  facts: string;
  browser: string;
}): Promise<Tally> {
  const file = join(reportFolder, 'browser.json');
  const env = {
    ...process.env,
    PUNCTUAL_FACTS: facts,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    PUNCTUAL_BROWSER: browser,
  };
  const args = ['test', '--reporter=line,json', `--retries=${retries}`];
  return count({
    file,
    command: 'node_modules/@playwright/test/cli.js',
    args,
    env,
    tallyOf: tallyOfPlaywright,
  });
}

async function count({
  file,
  command,
  args,
  env = process.env,
  tallyOf,
}: {
  file: string;
  command: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  tallyOf: (report: unknown) => Tally;
}): Promise<Tally> {
  rmSync(file, { force: true });
  const { code } = await runCommand({
    command: process.execPath,
    args: [command, ...args],
    env,
    isQuiet: false,
  });
  const tally = assessRun({ tally: readTally({ file, tallyOf }), code });
  console.log(
    `${tally.failed === 0 ? 'passed' : 'FAILED'}  ${tally.passed} passed, ${tally.failed} failed\n`,
  );
  return tally;
}

function readTally({
  file,
  tallyOf,
}: {
  file: string;
  tallyOf: (report: unknown) => Tally;
}): Tally | undefined {
  try {
    return tallyOf(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // The runner ended before it could write its report.
    return undefined;
  }
}
