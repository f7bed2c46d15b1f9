import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { longStep } from '#dev/setup/long-step.mjs';
import { cliVersion } from './version.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Builds the tool from its published source, with the versions that go.mod and go.sum beside this file pin.
 * @throws Error where Go is absent or the build fails
 */
export async function buildCli({ path }: { path: string }): Promise<void> {
  const go = await findGo();
  if (!go) throw new Error('Go is not installed.');
  // Go may tidy the module while it builds: it works on a copy.
  const folder = await mkdtemp(join(tmpdir(), 'punctual-temporal-'));
  try {
    for (const name of ['go.mod', 'go.sum']) await copyFile(here(name), join(folder, name));
    await longStep({
      title: `Building the Temporal CLI ${cliVersion} (about 4 minutes, once)`,
      command: go,
      args: ['build', '-v', '-ldflags', '-s -w', '-o', path, 'github.com/temporalio/cli/cmd/temporal'],
      cwd: folder,
      env: { ...process.env, GOFLAGS: '-mod=mod' },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function findGo(): Promise<string | undefined> {
  for (const program of ['go', '/usr/local/go/bin/go']) {
    try {
      await promisify(execFile)(program, ['version']);
      return program;
    } catch {
      // Not here: the next place.
    }
  }
  return undefined;
}
