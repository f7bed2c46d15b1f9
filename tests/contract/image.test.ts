import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildTools } from '#dev/image/contents.ts';

// `npm run image` checks the image itself, which takes minutes; these are the checks before it.

const stages = readFileSync('Dockerfile', 'utf8').split(/^(?=FROM )/m);
const last = stages.at(-1) ?? '';
const { dependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'dependencies' | 'scripts',
  Record<string, string>
>;

test('the last stage copies the programs and their packages, but no sources', () => {
  const copied = [...last.matchAll(/^(?:COPY|ADD) (.+)$/gm)].map(([, what]) => what);
  expect(copied).toEqual([
    'package.json ./',
    '--from=build /app/node_modules node_modules',
    '--from=build /app/build build',
  ]);
  expect(last).not.toMatch(/^RUN /m);
  expect(last).toContain('USER node');
});

test('the packages are pruned after the last build, in the stage they are copied from', () => {
  const [, build = ''] = stages;
  const steps = [...build.matchAll(/^RUN (.+)$/gm)].map(([, step]) => step);
  expect(steps.slice(-2)).toEqual(['npm run generate && npm run build', 'node dev/image/prune-packages.mjs']);
});

test('both stages use the same Node, pinned in one place', () => {
  const [head = '', ...others] = stages;
  expect(head).toMatch(/^ARG NODE_VERSION=\d+\.\d+\.\d+$/m);
  expect(head).toContain('node:${NODE_VERSION}-');
  expect(others.map((stage) => stage.split('\n')[0])).toEqual([
    'FROM ${BASE_IMAGE} AS build',
    'FROM ${BASE_IMAGE}',
  ]);
});

test.each(buildTools)('%s is not a production package', (name) => {
  expect(Object.keys(dependencies)).not.toContain(name);
});

test.each(['migrate', 'restored', 'publish-prices'])('%s is built as a program', (name) => {
  expect(readFileSync('prisma/vite.config.ts', 'utf8')).toMatch(new RegExp(`['/]${name}\\.ts'`));
  expect(scripts['build']).toContain('npm run build:commands');
});
