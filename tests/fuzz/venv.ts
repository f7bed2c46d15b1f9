import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { runCommand } from '#dev/test/run-command.ts';

const schemathesis = '4.32.0';

/**
 * Schemathesis in a virtual environment of the clone, installed once.
 * @returns its command, or why it cannot be had on this machine
 */
export async function prepareSchemathesis(): Promise<{ command: string } | { reason: string }> {
  const folder = resolve('.punctual', `schemathesis-${schemathesis}`);
  const command = resolve(folder, 'bin/schemathesis');
  if (existsSync(command)) return { command };
  mkdirSync(folder, { recursive: true });
  const made = await run('python3', ['-m', 'venv', folder]);
  if (made.code !== 0) return { reason: `python3 makes no virtual environment: ${lastLine(made.output)}` };
  const installed = await run(resolve(folder, 'bin/python'), [
    '-m',
    'pip',
    'install',
    '--quiet',
    `schemathesis==${schemathesis}`,
  ]);
  if (installed.code !== 0) return { reason: `schemathesis is not to be had: ${lastLine(installed.output)}` };
  return { command };
}

const run = (command: string, args: string[]) => runCommand({ command, args, isQuiet: true });

const lastLine = (output: string) => output.trim().split('\n').at(-1) ?? '';
