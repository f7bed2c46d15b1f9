import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildToolsIn, sourcesIn } from './contents.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'punctual-contents-'));
  for (const file of [
    'app/build/web/server/main.js',
    'app/node_modules/express/package.json',
    'app/package.json',
  ])
    write(file);
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), '');
}

test('an image with only programs and their packages passes', () => {
  expect(buildToolsIn(root)).toEqual([]);
  expect(sourcesIn(root)).toEqual([]);
});

test.each([
  'app/node_modules/tsx',
  'app/node_modules/express/node_modules/webpack',
  'app/node_modules/@remix-run/dev',
  'app/node_modules/@esbuild',
  'usr/local/lib/node_modules/typescript',
])('reports the build tool %s', (path) => {
  write(`${path}/package.json`);
  expect(buildToolsIn(root)).toEqual([path]);
});

test.each(['app/server', 'app/.git'])('reports the folder %s', (path) => {
  write(`${path}/file`);
  expect(sourcesIn(root)).toEqual([path]);
});

test('reports a source file beside the programs', () => {
  write('app/build/web/server/create-job.ts');
  expect(sourcesIn(root)).toEqual(['app/build/web/server/create-job.ts']);
});
