import { findCli } from '#dev/temporal/find-cli.ts';
import { findBrowser } from './browser.ts';
import { runChecks } from './checks.ts';
import { checkCoverage } from './coverage.ts';
import { findServerPrograms } from '#dev/temporal/on-postgres/programs.ts';
import { type OwnStack, startOwnStack } from './own-stack.ts';
import { findPromtool } from './promtool.ts';
import { endCommands } from './run-command.ts';
import { runBrowserTests, runVitest } from './runners.ts';
import { sum, type Tally, totalLine } from './tally.ts';

let stack: OwnStack | undefined;

/** `npm test`: everything, whatever fails on the way, and one line at the end. */
export async function main({ clone }: { clone: string }): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      endCommands();
      void (stack?.remove() ?? Promise.resolve()).then(() => process.exit(1));
    });
  }
  const startedAt = Date.now();
  const tallies = [
    await step({ title: 'Checks', run: () => runChecks({ clone }) }),
    await step({ title: 'Unit tests', run: unit }),
    await step({ title: 'Integration tests', run: integration }),
    await step({ title: 'Model test', run: () => runVitest({ project: 'model' }) }),
    await step({ title: 'Browser tests', run: browserTests }),
    await step({ title: 'Sentences of the specification', run: checkCoverage }),
  ];
  const total = sum(tallies);
  console.log(`After ${((Date.now() - startedAt) / 1000).toFixed(0)} s.`);
  console.log(totalLine(total));
  return total.failed === 0 ? 0 : 1;
}

async function step({ title, run }: { title: string; run: () => Tally | Promise<Tally> }): Promise<Tally> {
  console.log(`── ${title}`);
  try {
    return await run();
  } catch (error) {
    console.log(`FAILED  ${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1 };
  }
}

async function unit(): Promise<Tally> {
  // Where it cannot be had, the tests of the alert rules are left out, or fail if TEST_PROMTOOL is 1.
  await findPromtool().catch((error: unknown) => console.log(error instanceof Error ? error.message : error));
  return runVitest({ project: 'unit' });
}

async function integration(): Promise<Tally> {
  // The tests start servers of their own: they are at hand before their time runs.
  await findCli();
  // Where it cannot be had, the tests that need it say why and are left out, or fail if TEST_TEMPORAL_ON_POSTGRES is 1.
  await findServerPrograms().catch(() => undefined);
  return runVitest({ project: 'integration' });
}

async function browserTests(): Promise<Tally> {
  const browser = await findBrowser();
  stack = await startOwnStack({ name: `e2e-${process.pid}` });
  try {
    return await runBrowserTests({ facts: stack.facts, browser });
  } finally {
    await stack.remove();
  }
}
