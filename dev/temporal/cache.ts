import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

interface Place {
  /** Name of the cached file, with its version. */
  name: string;
  program: string;
}

/** The file of a program kept for every clone of this user, by version and platform. */
export function cachedProgram({ name, program }: Place): string {
  return join(folderOf(name), fileOf(program));
}

/**
 * Fills the cache by rename, so no process runs a partial file.
 * @param fill writes each program to the path it is given a name for
 */
export async function fillCache({
  name,
  programs,
  seedCatalogue: fill,
}: {
  name: string;
  programs: string[];
  seedCatalogue: (pathOf: (program: string) => string) => Promise<void>;
}): Promise<void> {
  await mkdir(folderOf(name), { recursive: true });
  const partial = await mkdtemp(join(userCache(), 'punctual', 'partial-'));
  try {
    await fill((program) => join(partial, fileOf(program)));
    for (const program of programs) {
      // Another start may have been first: its file is as good, and a rename replaces it whole.
      await rename(join(partial, fileOf(program)), cachedProgram({ name, program }));
    }
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  for (const program of programs) {
    const path = cachedProgram({ name, program });
    if (!existsSync(path)) throw new Error(`${path} was not written.`);
  }
}

const fileOf = (program: string) => (process.platform === 'win32' ? `${program}.exe` : program);

const folderOf = (name: string) =>
  join(userCache(), 'punctual', `${name}-${process.platform}-${process.arch}`);

function userCache(): string {
  if (process.env.XDG_CACHE_HOME) return process.env.XDG_CACHE_HOME;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (process.platform === 'win32') return process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  return join(homedir(), '.cache');
}
