import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { longStep } from '#dev/setup/long-step.mjs';
import { hashOf } from './inputs.ts';

interface Build {
  title: string;
  /** What it makes; the stamp of its inputs lies inside, so that both go together. */
  output: string;
  inputs: string[];
  args: string[];
}

const client: Build = {
  title: 'Generating the database client',
  output: 'server/generated',
  inputs: ['prisma/schema.prisma', 'prisma/generate.mjs', 'package-lock.json'],
  args: ['prisma/generate.mjs'],
};
const bundle: Build = {
  title: 'Bundling the workflows',
  output: 'build/workflows',
  inputs: ['workflows', 'domain', 'worker/bundle.ts', 'package-lock.json'],
  args: ['--import', 'tsx', 'worker/bundle.ts'],
};
const web: Build = {
  title: 'Building the web app',
  output: 'build/web',
  inputs: [
    'app',
    'server',
    'domain',
    'public',
    'workflows/contract.ts',
    'vite.config.ts',
    'remix.config.js',
    'package-lock.json',
  ],
  args: ['node_modules/@remix-run/dev/dist/cli.js', 'vite:build'],
};

/** Writes the Prisma client where the schema is not the one it was made from. */
export async function generateClient({ clone }: { clone: string }): Promise<void> {
  await buildIfChanged({ clone, build: client });
}

/** Builds the workflow bundle and, unless it is served from its sources, the web app: each where its inputs changed. */
export async function buildAll({ clone, isWatching }: { clone: string; isWatching: boolean }): Promise<void> {
  await buildIfChanged({ clone, build: bundle });
  if (!isWatching) await buildIfChanged({ clone, build: web });
}

async function buildIfChanged({ clone, build }: { clone: string; build: Build }): Promise<void> {
  const stamp = join(clone, build.output, '.inputs');
  const hash = hashOf({ clone, paths: build.inputs });
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  rmSync(stamp, { force: true });
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production' };
  await longStep({ title: build.title, command: process.execPath, args: build.args, cwd: clone, env });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}
