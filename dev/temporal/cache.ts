import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { cliVersion } from './version.ts';

const program = process.platform === 'win32' ? 'temporal.exe' : 'temporal';

/** Where the tool lies for every clone of this user, by version and platform. */
export function cachedProgram(): string {
  return join(userCache(), 'punctual', `temporal-${cliVersion}-${process.platform}-${process.arch}`, program);
}

/**
 * Fills the cache by rename, so that nobody ever runs half a file.
 * @param fill writes the program to the path it is given
 */
export async function fillCache(fill: (path: string) => Promise<void>): Promise<string> {
  const target = cachedProgram();
  await mkdir(dirname(dirname(target)), { recursive: true });
  const partial = await mkdtemp(join(dirname(dirname(target)), 'partial-'));
  try {
    await fill(join(partial, program));
    await mkdir(dirname(target), { recursive: true });
    // Another start may have been first: its file is as good, and a rename replaces it whole.
    await rename(join(partial, program), target);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  if (!existsSync(target)) throw new Error(`${target} was not written.`);
  return target;
}

function userCache(): string {
  if (process.env.XDG_CACHE_HOME) return process.env.XDG_CACHE_HOME;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (process.platform === 'win32') return process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  return join(homedir(), '.cache');
}
