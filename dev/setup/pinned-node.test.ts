import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { delimiter } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chooseNode, nodePackage, nodeToRun, pinnedNode, runUnder } from './pinned-node.mjs';

const clone = pathToFileURL(`${process.cwd()}/`);
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { version: string; integrity?: string; os?: string; cpu?: string }>;
};
const dockerfile = /^ARG NODE_VERSION=(\S+)$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1] ?? '';
const major = (version: string) => version.split('.')[0];

describe('the pinned versions', () => {
  test.each([
    ['linux', 'x64'],
    ['linux', 'arm64'],
    ['darwin', 'arm64'],
    ['darwin', 'x64'],
  ])(
    'the lockfile has Node for %s %s, with a checksum and the major version of the image',
    (platform, arch) => {
      const pinned = pinnedNode({ clone, platform, arch });
      expect(pinned?.name).toBe(nodePackage({ platform, arch }));
      const entry = lock.packages[`node_modules/${pinned?.name}`];
      expect(entry).toMatchObject({ version: pinned?.version, os: platform, cpu: arch });
      expect(entry?.integrity).toMatch(/^sha512-/);
      expect(major(pinned?.version ?? '')).toBe(major(dockerfile));
    },
  );

  test.each(['x64', 'arm64'])('linux %s runs the version of the image', (arch) => {
    expect(pinnedNode({ clone, platform: 'linux', arch })?.version).toBe(dockerfile);
  });

  test('types describe the major version that runs', () => {
    expect(major(lock.packages['node_modules/@types/node']?.version ?? '')).toBe(major(dockerfile));
  });
});

describe('choosing the Node to run', () => {
  const begun = (version: string) => ({ version, program: 'begun' });
  const packaged = (version: string) => ({ version, program: 'packaged' });

  test.each([
    // started by, packaged, newest pin, chosen
    ['20.19.0', '24.21.0', '24.21.0', 'packaged'],
    ['24.22.0', '24.21.0', '24.21.0', 'packaged'],
    ['26.1.0', '24.21.0', '24.21.0', 'packaged'],
    // The package of this platform lags behind.
    ['22.12.0', '24.0.0', '24.21.0', 'packaged'],
    ['24.0.0', '24.0.0', '24.21.0', 'packaged'],
    ['24.9.0', '24.0.0', '24.21.0', 'begun'],
    ['24.22.0', '24.0.0', '24.21.0', 'begun'],
    ['26.1.0', '24.0.0', '24.21.0', 'packaged'],
  ])('started by %s, with %s packaged and %s the newest: %s', (own, has, newest, chosen) => {
    expect(chooseNode({ begun: begun(own), packaged: packaged(has), newest })).toBe(chosen);
  });

  test.each(['24.0.0', '26.1.0'])('without a package for this platform, Node %s is used', (own) => {
    expect(chooseNode({ begun: begun(own), newest: '24.21.0' })).toBe('begun');
  });

  test('without a package for this platform, an older Node says what to install', () => {
    expect(() => chooseNode({ begun: begun('22.12.0'), newest: '24.21.0' })).toThrow(
      'Install Node 24, then try again.',
    );
  });
});

describe('on this machine', () => {
  const path = process.env.PATH;
  beforeEach(() => {
    process.env.PATH = ['/usr/bin', '/bin'].join(delimiter);
  });
  afterEach(() => {
    process.env.PATH = path;
  });
  const pinned = pinnedNode({ clone });
  const asked = (command: string) =>
    spawnSync('sh', ['-c', command], { encoding: 'utf8', env: process.env }).stdout.trim();

  test('child processes find the pinned Node on PATH, scripts with a shebang too', () => {
    const program = nodeToRun({ clone });
    expect(asked('command -v node')).toBe(realpathSync(program));
    expect(asked('env node --version')).toBe(`v${pinned?.version}`);
  });

  test('the folder is on PATH once, however often it is added', () => {
    nodeToRun({ clone });
    const once = process.env.PATH;
    nodeToRun({ clone });
    expect(process.env.PATH).toBe(once);
  });

  test('npm scripts and these tests run on the pinned Node', () => {
    expect(realpathSync('node_modules/.bin/node')).toBe(realpathSync(nodeToRun({ clone })));
    expect(process.version).toBe(`v${pinned?.version}`);
  });

  test('a command under another Node passes on its exit code', async () => {
    expect(await runUnder({ program: nodeToRun({ clone }), args: ['-e', 'process.exit(7)'] })).toBe(7);
  });
});

test.each(['start', 'dev', 'test'])('npm run %s installs first, then chooses the Node again', (name) => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts[name]).toMatch(/^node dev\/install\.mjs && exec env node dev\/\w+\.mjs\b/);
});
