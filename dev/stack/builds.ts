import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { longStep } from '#dev/setup/long-step.mjs';
import { hashOf } from './inputs.ts';
import { buildWeb } from './web-build.ts';

interface Build {
  title: string;
  /** Output of the build. */
  output: string;
  /** Where the hash of its inputs is kept. */
  stamp: string;
  inputs: string[];
  args: string[];
}

const client: Build = {
  title: 'Generating the database client',
  output: 'server/generated/client.ts',
  stamp: 'server/generated/.inputs',
  inputs: ['prisma/schema.prisma', 'prisma/generate.mjs', 'package-lock.json'],
  args: ['prisma/generate.mjs'],
};
const bundle: Build = {
  title: 'Bundling the workflows',
  output: 'build/workflows.js',
  stamp: 'build/.workflows-inputs',
  inputs: ['workflows', 'domain', 'worker/bundle.ts', 'package-lock.json'],
  args: ['--import', 'tsx', 'worker/bundle.ts'],
};
const worker: Build = {
  title: 'Building the worker',
  output: 'build/worker/main.js',
  stamp: 'build/.worker-inputs',
  inputs: ['worker', 'server', 'domain', 'workflows', 'prisma/schema.prisma', 'package-lock.json'],
  args: ['node_modules/vite/bin/vite.js', 'build', '--config', 'worker/vite.config.ts', '--logLevel', 'warn'],
};
const commands: Build = {
  title: 'Building the commands',
  output: 'build/commands/migrate.js',
  stamp: 'build/.commands-inputs',
  inputs: ['prisma', 'server', 'domain', 'package-lock.json'],
  args: ['node_modules/vite/bin/vite.js', 'build', '--config', 'prisma/vite.config.ts', '--logLevel', 'warn'],
};

/** Writes the Prisma client where the schema is not the one it was made from. */
export async function generateClient({ clone }: { clone: string }): Promise<void> {
  await buildIfChanged({ clone, build: client });
}

/**
 * Builds the workflow bundle and, unless they run from their sources, the worker and the web process: each where its
 * inputs changed.
 * @returns the folder of the web process, empty where it runs from its sources
 */
export async function buildAll({
  clone,
  isWatching,
}: {
  clone: string;
  isWatching: boolean;
}): Promise<string> {
  await buildIfChanged({ clone, build: bundle });
  if (isWatching) return '';
  await buildIfChanged({ clone, build: worker });
  return buildWeb({ clone });
}

/** Builds the commands that operators run: `npm start` itself has no use for them. */
export async function buildCommands({ clone }: { clone: string }): Promise<void> {
  await buildIfChanged({ clone, build: commands });
}

async function buildIfChanged({ clone, build }: { clone: string; build: Build }): Promise<void> {
  const stamp = join(clone, build.stamp);
  const hash = hashOf({ clone, paths: build.inputs });
  const isThere = existsSync(join(clone, build.output)) && existsSync(stamp);
  if (isThere && readFileSync(stamp, 'utf8') === hash) return;
  rmSync(stamp, { force: true });
  await longStep({ title: build.title, command: process.execPath, args: build.args, cwd: clone });
  writeFileSync(stamp, hash);
}
