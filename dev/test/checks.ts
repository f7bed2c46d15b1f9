import { buildAll, buildCommands, generateClient } from '#dev/stack/builds.ts';
import { runCommand } from './run-command.ts';
import type { Tally } from './tally.ts';

/** A check by npm: it counts as one, and shows its output only if it fails. */
export const checks = {
  lint: npmRun('check:lint'),
  types: npmRun('check:types'),
  format: npmRun('check:format'),
  unused: npmRun('check:unused'),
  packages: () => runCheck({ name: 'packages', args: ['ls', 'protobufjs', '--all'] }),
};

function npmRun(script: string): () => Promise<Tally> {
  return () => runCheck({ name: script.replace('check:', ''), args: ['run', '--silent', script] });
}

async function runCheck({ name, args }: { name: string; args: string[] }): Promise<Tally> {
  const startedAt = Date.now();
  const { code, output } = await runCommand({ command: 'npm', args, isQuiet: true });
  report({ name, startedAt, isPassed: code === 0 });
  if (code !== 0) console.log(output.trimEnd());
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Generates the database client and builds all programs whose inputs changed; counts as one. */
export async function runBuild({ clone }: { clone: string }): Promise<Tally> {
  const startedAt = Date.now();
  try {
    await generateClient({ clone });
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
