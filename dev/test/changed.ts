import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { buildAll, generateClient } from '#dev/stack/builds.ts';
import { findBrowser } from './browser.ts';
import { type OwnStack, startOwnStack } from './own-stack.ts';
import { endCommands, runCommand } from './run-command.ts';
import { type Touched, touchedTests } from './touched.ts';

// `npm run test:changed`: the tests that the change since main touches, commits and uncommitted work, in two minutes.

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const clone = process.cwd();
const startedAt = Date.now();
let stack: OwnStack | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endCommands();
    void (stack?.remove() ?? Promise.resolve()).then(() => process.exit(1));
  });
}

const touched = touchedTests({ sources: readSources(), changed: changedFiles() });
const { unit, integration, browser, leftOut } = touched;
console.log(
  `Touched: ${unit.length} files of unit tests, ${integration.length} of integration tests, ${browser.length} of browser tests.`,
);
if (unit.length + integration.length + browser.length === 0)
  console.log('No test is near this change: npm test runs them all.');
if (leftOut > 0) console.log(`${leftOut} more are further away: npm test runs them.`);
await generateClient({ clone });
// The product is built while the first tests run.
const [isVitestGreen] = await Promise.all([runUnitAndIntegration(touched), browser.length > 0 && build()]);
const isBrowserGreen = browser.length === 0 || (await runBrowser(browser));
console.log(`After ${((Date.now() - startedAt) / 1000).toFixed(0)} s.`);
process.exit(isVitestGreen && isBrowserGreen ? 0 : 1);

/** Against the commit at which this branch left main; on main itself, against the last commit. */
function changedFiles(): string[] {
  const [head = ''] = git('rev-parse', 'HEAD');
  const [main] = git('for-each-ref', '--format=%(refname)', 'refs/heads/main', 'refs/remotes/origin/main');
  const [base = head] = main === undefined ? [] : git('merge-base', 'HEAD', main);
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
}

function readSources(): Map<string, string> {
  const files = git(
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '*.ts',
    '*.tsx',
    '*.mjs',
    '*.js',
  );
  const texts = new Map<string, string>();
  for (const file of files) {
    try {
      texts.set(file, readFileSync(file, 'utf8'));
    } catch {
      // It was removed and is in the index still.
    }
  }
  return texts;
}

async function runUnitAndIntegration({ unit, integration }: Touched): Promise<boolean> {
  const files = [...unit, ...integration];
  if (files.length === 0) return true;
  const projects = ['unit', 'unit-alone', 'integration'].flatMap((project) => ['--project', project]);
  return run(['node_modules/vitest/vitest.mjs', 'run', ...projects, '--reporter=dot', ...files]);
}

async function build(): Promise<void> {
  await buildAll({ clone, isWatching: false });
}

async function runBrowser(specs: string[]): Promise<boolean> {
  const found = await findBrowser();
  stack = await startOwnStack({ name: `changed-${process.pid}` });
  try {
    const env = { ...process.env, PUNCTUAL_FACTS: stack.facts, PUNCTUAL_BROWSER: found };
    return await run(['node_modules/@playwright/test/cli.js', 'test', '--reporter=line', ...specs], env);
  } finally {
    await stack.remove();
  }
}

async function run(args: string[], env = process.env): Promise<boolean> {
  const { code } = await runCommand({ command: process.execPath, args, env, isQuiet: false });
  return code === 0;
}
