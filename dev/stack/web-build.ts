import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { longStep } from '#dev/setup/long-step.mjs';
import { hashOf } from './inputs.ts';

const inputs = ['app', 'domain', 'public', 'vite.config.ts', 'remix.config.js', 'package-lock.json'];
const keptBuilds = 4;
const day = 86_400_000;

/**
 * Builds the web app into a folder named by the hash of its inputs, unless it is there. A build of other
 * sources does not touch it: a product that runs keeps its files.
 * @returns the folder, from the clone
 */
export async function buildWeb({ clone }: { clone: string }): Promise<string> {
  const folder = join('build', `web-${hashOf({ clone, paths: inputs }).slice(0, 16)}`);
  const target = join(clone, folder);
  if (!existsSync(target)) {
    const partial = `${folder}.${process.pid}.partial`;
    try {
      await longStep({
        title: 'Building the web app',
        command: process.execPath,
        args: ['node_modules/@remix-run/dev/dist/cli.js', 'vite:build'],
        cwd: clone,
        // A test may ask for it: vite.config.ts must not take this for a run of tests.
        env: { ...process.env, VITEST: '', NODE_ENV: 'production', WEB_BUILD_FOLDER: partial },
      });
      publish({ from: join(clone, partial), to: target });
    } finally {
      rmSync(join(clone, partial), { recursive: true, force: true });
    }
  }
  utimesSync(target, new Date(), new Date());
  removeOld({ clone });
  return folder;
}

function publish({ from, to }: { from: string; to: string }): void {
  try {
    renameSync(from, to);
  } catch (error) {
    // Another start may have been first: its build is the same.
    if (!existsSync(to)) throw error;
  }
}

/** Keeps the newest builds, and whatever was in use today. */
function removeOld({ clone }: { clone: string }): void {
  const builds = readdirSync(join(clone, 'build'))
    .filter((name) => name.startsWith('web-'))
    .map((name) => ({
      path: join(clone, 'build', name),
      usedAt: statSync(join(clone, 'build', name)).mtimeMs,
    }))
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { path, usedAt } of builds.slice(keptBuilds)) {
    if (usedAt < Date.now() - day) rmSync(path, { recursive: true, force: true });
  }
}
