import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { longStep } from '#dev/setup/long-step.mjs';

/**
 * Builds published programs with the versions a folder's go.mod and go.sum pin.
 * @param targets file by package
 * @throws Error where Go is absent or a build fails
 */
export async function buildWithGo({
  title,
  module,
  targets,
}: {
  title: string;
  module: string;
  targets: Record<string, string>;
}): Promise<void> {
  const go = await findGo();
  if (!go) throw new Error('Go is not installed.');
  // Go may tidy the module while it builds: it works on a copy.
  const cwd = await mkdtemp(join(tmpdir(), 'punctual-temporal-'));
  const env = { ...process.env, GOFLAGS: '-mod=mod' };
  try {
    for (const name of ['go.mod', 'go.sum']) await copyFile(join(module, name), join(cwd, name));
    for (const [name, path] of Object.entries(targets)) {
      const args = ['build', '-v', '-ldflags', '-s -w', '-o', path, name];
      await longStep({ title, command: go, args, cwd, env });
    }
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

export async function findGo(): Promise<string | undefined> {
  for (const program of ['go', '/usr/local/go/bin/go']) {
    try {
      await promisify(execFile)(program, ['version']);
      return program;
    } catch {
      // Not here: try the next folder.
    }
  }
  return undefined;
}
