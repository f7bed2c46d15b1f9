import { buildAll, buildCommands, generateClient } from '#dev/stack/builds.ts';
import { runCommand } from './run-command.ts';
import { type Tally, sum } from './tally.ts';

const npm = (script: string) => ({ name: script.replace('check:', ''), args: ['run', '--silent', script] });

/** Types, lint, format, unused code and the build: each counts as one. */
export async function runChecks({ clone }: { clone: string }): Promise<Tally> {
  await generateClient({ clone });
  // Lint takes about as long as all the others together: it has one core, and they follow each other on the second.
  const [lint, others] = await Promise.all([runCheck(npm('check:lint')), runOthers({ clone })]);
  return sum([lint, ...others]);
}

async function runOthers({ clone }: { clone: string }): Promise<Tally[]> {
  const checks = [
    ...['check:types', 'check:format', 'check:unused'].map(npm),
    { name: 'packages', args: ['ls', 'protobufjs', '--all'] },
  ];
  const tallies: Tally[] = [];
  for (const check of checks) tallies.push(await runCheck(check));
  return [...tallies, await runBuild({ clone })];
}

async function runCheck({ name, args }: { name: string; args: string[] }): Promise<Tally> {
  const startedAt = Date.now();
  const { code, output } = await runCommand({ command: 'npm', args, isQuiet: true });
  report({ name, startedAt, isPassed: code === 0 });
  if (code !== 0) console.log(output.trimEnd());
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function runBuild({ clone }: { clone: string }): Promise<Tally> {
  const startedAt = Date.now();
  try {
    await buildAll({ clone, isWatching: false });
    await buildCommands({ clone });
    report({ name: 'build', startedAt, isPassed: true });
    return { passed: 1, failed: 0 };
  } catch (error) {
    report({ name: 'build', startedAt, isPassed: false });
    console.log(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  }
}

function report({ name, startedAt, isPassed }: { name: string; startedAt: number; isPassed: boolean }) {
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
  console.log(`${isPassed ? 'passed' : 'FAILED'}  ${name.padEnd(10)} ${seconds} s`);
}
