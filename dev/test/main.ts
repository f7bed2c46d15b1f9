import { findCli } from '#dev/temporal/find-cli.ts';
import { findBrowser } from './browser.ts';
import { checks, runBuild } from './checks.ts';
import { checkCoverage } from './coverage.ts';
import { findServerPrograms } from '#dev/temporal/on-postgres/programs.ts';
import { type OwnStack, startOwnStack } from './own-stack.ts';
import { findPromtool } from './promtool.ts';
import { endCommands } from './run-command.ts';
import { runBrowserTests, runVitest } from './runners.ts';
import { sum, type Tally, totalLine } from './tally.ts';

let stack: OwnStack | undefined;

interface Step {
  /** Printed above its output. */
  title?: string;
  run: (given: { clone: string }) => Tally | Promise<Tally>;
}

const steps = {
  build: { title: 'Build and checks', run: runBuild },
  lint: { run: checks.lint },
  types: { run: checks.types },
  format: { run: checks.format },
  unused: { run: checks.unused },
  packages: { run: checks.packages },
  model: { title: 'Model test', run: () => runVitest({ project: 'model' }) },
  unit: { title: 'Unit tests', run: unit },
  integration: { title: 'Integration tests', run: integration },
  browser: { title: 'Browser tests', run: browserTests },
  sentences: { title: 'Sentences of the specification', run: checkCoverage },
} satisfies Record<string, Step>;

type StepName = keyof typeof steps;

/**
 * The order of `npm test`: lanes of a group run beside each other. Lint keeps one core busy while the other checks and the model
 * test follow each other on the second, and none of these compares anything with the clock.
 */
const groups: readonly (readonly StepName[])[][] = [
  [['build']],
  [['lint'], ['types', 'format', 'unused', 'packages', 'model']],
  [['unit']],
  [['integration']],
  [['browser']],
  [['sentences']],
];

/**
 * `npm test`: runs every step even after a failure, and counts them all in the last line. `npm test -- lint unit` runs the
 * named steps only, `npm test -- no-model` all others.
 * @returns the exit code
 * @throws Error naming the steps that do not exist
 */
export async function main({ clone }: { clone: string }): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      endCommands();
      void (stack?.remove() ?? Promise.resolve()).then(() => process.exit(1));
    });
  }
  const asked = readAsked(process.argv.slice(2));
  const startedAt = Date.now();
  const tallies: Tally[] = [];
  for (const lanes of groups) {
    const chosen = lanes.map((lane) => lane.filter((name) => asked.has(name)));
    tallies.push(...(await Promise.all(chosen.map((lane) => runLane({ lane, clone })))).flat());
  }
  const total = sum(tallies);
  console.log(`After ${((Date.now() - startedAt) / 1000).toFixed(0)} s.`);
  console.log(totalLine(total));
  return total.failed === 0 ? 0 : 1;
}

/** The named steps, or all if none is named, minus those named with `no-`, such as `no-model`. */
function readAsked(given: string[]): ReadonlySet<string> {
  const known = Object.keys(steps);
  const without = given.filter((one) => one.startsWith('no-')).map((one) => one.slice('no-'.length));
  const named = given.filter((one) => !one.startsWith('no-'));
  const unknown = [...named, ...without].filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`No step is called ${unknown.join(', ')}. There are ${known.join(', ')}.`);
  const asked = new Set(named.length === 0 ? known : named);
  for (const name of without) asked.delete(name);
  if (asked.size === 0) throw new Error('No step is left.');
  return asked;
}

async function runLane({ lane, clone }: { lane: readonly StepName[]; clone: string }): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const name of lane) tallies.push(await runStep({ step: steps[name], clone }));
  return tallies;
}

async function runStep({ step, clone }: { step: Step; clone: string }): Promise<Tally> {
  if (step.title !== undefined) console.log(`── ${step.title}`);
  try {
    return await step.run({ clone });
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
