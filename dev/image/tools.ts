import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { longStep } from '#dev/setup/long-step.mjs';

const tools = ['buildah', 'debootstrap'];

/**
 * Installs missing tools for building an image without a container engine.
 * @throws Error on a machine other than Debian, or for a user other than root
 */
export async function requireTools(): Promise<void> {
  if (process.getuid?.() !== 0)
    throw new Error('The image is built by root: start it with sudo, or use docker build.');
  const missing = tools.filter((tool) => !isOnPath(tool));
  if (missing.length === 0) return;
  if (!isOnPath('apt-get'))
    throw new Error(`${missing.join(' and ')} are missing. Install them, or use docker build.`);
  await apt({ title: 'Reading the package lists', args: ['update'] });
  await apt({
    title: `Installing ${missing.join(' and ')}`,
    args: ['install', '--yes', '--no-install-recommends', ...missing],
  });
}

function apt({ title, args }: { title: string; args: string[] }): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return longStep({ title, command: 'apt-get', args, cwd: '/', env });
}

function isOnPath(tool: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool)));
}

/**
 * Runs a program to its end.
 * @returns its standard output, without the last line break
 * @throws Error with the end of its standard error
 */
export function capture(program: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error) throw error;
  if (status !== 0)
    throw new Error(`${program} ${args[0] ?? ''} ended with ${status}:\n${stderr.slice(-2000)}`);
  return stdout.trimEnd();
}
