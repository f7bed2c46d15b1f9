import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isOutsideRouter, outside, throughRouter } from '#app/bundle/outside-router.ts';
import {
  baseFiles,
  formIcons,
  formParts,
  manualChunks,
  moreIcons,
  signedInFiles,
} from '#app/bundle/shared-chunks.ts';
import commands from '#prisma/vite.config.ts';
import { threadFiles } from '#server/threads/thread-files.ts';
import worker from '#worker/vite.config.ts';

const endings = ['.ts', '.tsx', '.js', '.mjs'];
const fileOf = (path: string) =>
  [path, `node_modules/${path}`].flatMap((one) => endings.map((ending) => one + ending)).find(existsSync);

describe('the shared scripts of the pages', () => {
  const named = [baseFiles, signedInFiles, formParts, formIcons, moreIcons].flatMap((folders) =>
    Object.entries(folders).flatMap(([folder, names]) => names.map((name) => `${folder}/${name}`)),
  );

  test('name files that exist', () => {
    const notFiles = ['vite/preload-helper', 'lucide-react/dist/esm/(?!icons/).*'];
    expect(named.filter((path) => !notFiles.includes(path) && !fileOf(path))).toEqual([]);
  });

  test('name each file once', () => {
    expect(named.filter((path, index) => named.indexOf(path) !== index)).toEqual([]);
  });

  test('name icons that a page shows', () => {
    const text = globSync('app/**/*.{ts,tsx}')
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const pascal = (name: string) => name.replace(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase());
    const icons = [formIcons, moreIcons].flatMap((folders) => Object.values(folders).flat());
    const shown = icons.filter((name) => new RegExp(`\\b${pascal(name)}\\b`).test(text));
    // An icon with an older name is a file that imports the newer one.
    const folder = 'node_modules/lucide-react/dist/esm/icons';
    const renamed = shown.map((name) => readFileSync(`${folder}/${name}.mjs`, 'utf8')).join('\n');
    const isShown = (name: string) => shown.includes(name) || renamed.includes(`'./${name}.mjs'`);
    expect(icons.filter((name) => !isShown(name))).toEqual([]);
  });

  test('are recognized by the path of a module', () => {
    expect(manualChunks('/x/app/components/ui/card.tsx')).toBe('base');
    expect(manualChunks('/x/node_modules/lucide-react/dist/esm/icons/send.js')).toBe('form-icons');
    expect(manualChunks('/x/app/components/ui/cards.tsx')).toBeUndefined();
  });
});

describe("the routes outside the browser's router", () => {
  const routes = readdirSync('app/routes')
    .filter((file) => !file.includes('.test.'))
    .map((file) => ({
      name: file.replace(/\.tsx?$/, ''),
      isPage: readFileSync(`app/routes/${file}`, 'utf8').includes('export default'),
    }));
  const isOutside = (name: string) => isOutsideRouter(`routes/${name}`);

  test('are routes without a page', () => {
    expect(routes.filter(({ name, isPage }) => isPage && isOutside(name))).toEqual([]);
  });

  test('are all routes without a page except the listed ones', () => {
    const listed = routes.filter(({ name, isPage }) => !isPage && !isOutside(name)).map(({ name }) => name);
    expect(listed.toSorted()).toEqual(throughRouter.toSorted());
  });

  test('exist', () => {
    const names = routes.map(({ name }) => name);
    expect([...outside, ...throughRouter].filter((name) => !names.includes(name))).toEqual([]);
  });
});

test('the entry files of the builds exist', () => {
  const inputs = [commands, worker].map((config) => config.build?.rollupOptions?.input);
  const files = inputs.flatMap((input) => Object.values((input ?? {}) as Record<string, string>));
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test('every program of a worker thread is in the list of threads', () => {
  const listed = Object.values(threadFiles).map(({ source }) => source);
  // A further worker runs these from their sources.
  const found = globSync('server/**/*.worker.{js,ts}', { exclude: ['server/threads/**'] });
  expect(found.toSorted()).toEqual(listed.toSorted());
});

describe('knip.json', () => {
  const knip = JSON.parse(readFileSync('knip.json', 'utf8')) as {
    entry: string[];
    ignoreDependencies: string[];
  };
  const packages = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, object>;

  test('names entries that exist', () => {
    expect(knip.entry.filter((pattern) => globSync(pattern).length === 0)).toEqual([]);
  });

  test('ignores only packages that are installed', () => {
    const installed = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.keys(packages[kind] ?? {}),
    );
    expect(knip.ignoreDependencies.filter((name) => !installed.includes(name))).toEqual([]);
  });
});
