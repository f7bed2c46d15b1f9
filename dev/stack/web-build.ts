import { cpSync, existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from '#dev/setup/lock.mjs';
import { longStep } from '#dev/setup/long-step.mjs';
import { hashOf } from './inputs.ts';

const clientInputs = [
  ...['app', 'domain', 'public', 'vite.config.ts', 'remix.config.js'],
  ...['package.json', 'package-lock.json'],
];
const inputs = [...clientInputs, 'server', 'workflows/contract.ts', 'prisma/schema.prisma'];
const keptBuilds = 8;
const day = 86_400_000;
const pollMs = 500;

/** The program of a web process, in the folder of its build. */
export const webProgram = (folder: string) => join(folder, 'server/main.js');

/**
 * Builds the web process and its pages into a folder named by the hash of their inputs, unless it is there. A build of
 * other sources does not touch it: a product that runs keeps its files.
 * @returns the folder, from the clone: `client` for browsers, `server` for Node (see `webProgram`)
 */
export async function buildWeb({ clone }: { clone: string }): Promise<string> {
  const client = await buildOnce({
    clone,
    title: 'Building the pages for browsers',
    folder: folderOf({ clone, name: 'web-client', paths: clientInputs }),
    args: ['build'],
  });
  const folder = await buildOnce({
    clone,
    title: 'Building the web process',
    folder: folderOf({ clone, name: 'web', paths: inputs }),
    args: ['build', '--ssr'],
    client,
  });
  removeOld({ clone });
  return folder;
}

const folderOf = ({ clone, name, paths }: { clone: string; name: string; paths: string[] }) =>
  join('build', `${name}-${hashOf({ clone, paths }).slice(0, 16)}`);

interface WebBuild {
  clone: string;
  title: string;
  folder: string;
  args: string[];
  /** The build for browsers that this one is for: it names their files. */
  client?: string;
}

/** Several starts, or tests, may want the same build at once: one makes it, the others wait. */
async function buildOnce(build: WebBuild): Promise<string> {
  const target = join(build.clone, build.folder);
  while (!existsSync(target)) {
    const lock = takeLock({ home: join(build.clone, 'build', '.web-lock') });
    if (!lock.isTaken) {
      await sleep(pollMs);
      continue;
    }
    try {
      if (!existsSync(target)) await make(build);
    } finally {
      lock.release();
    }
  }
  utimesSync(target, new Date(), new Date());
  return build.folder;
}

async function make({ clone, title, folder, args, client }: WebBuild): Promise<void> {
  const partial = `${folder}.${process.pid}.partial`;
  const from = join(clone, partial);
  try {
    if (client) cpSync(join(clone, client), from, { recursive: true });
    await longStep({
      title,
      command: process.execPath,
      args: ['node_modules/vite/bin/vite.js', ...args, '--logLevel', 'warn'],
      cwd: clone,
      // A test may ask for it: vite.config.ts must not take this for a run of tests.
      env: { ...process.env, VITEST: '', NODE_ENV: 'production', WEB_BUILD_FOLDER: partial },
    });
    // The list of what was built is for the second build alone.
    if (client)
      for (const part of ['client', 'server'])
        rmSync(join(from, part, '.vite'), { recursive: true, force: true });
    renameSync(from, join(clone, folder));
  } finally {
    rmSync(from, { recursive: true, force: true });
  }
}

/** Keeps the newest builds, and those used today. */
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
