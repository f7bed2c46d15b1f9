import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { moveAside, requireKeys } from './earlier-data.ts';
import { loadKeys } from './keys.ts';

let folder: string;
let home: string;
let dataFolder: string;
beforeEach(() => {
  vi.stubEnv('DATA_KEYS', undefined);
  folder = mkdtempSync(join(tmpdir(), 'punctual-home-'));
  [home, dataFolder] = [join(folder, 'home'), join(folder, 'var', 'pg')];
  mkdirSync(home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const aDatabase = (at: string) => {
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, 'PG_VERSION'), '18');
};
const start = () => requireKeys({ home, dataFolder });

test('a first start and a later one succeed silently', () => {
  expect(start).not.toThrow();
  loadKeys({ home });
  aDatabase(dataFolder);
  expect(start).not.toThrow();
});

test.each([
  ['are gone with the clone', undefined],
  ['cannot be read', '{"DATA_KEYS":'],
  ['lack the sealing key', '{"SESSION_SECRETS":"x"}'],
])('a database whose keys %s is left untouched, and a fresh start is offered', (_, keys) => {
  aDatabase(dataFolder);
  if (keys !== undefined) writeFileSync(join(home, 'keys.json'), keys);
  const before = readdirSync(folder, { recursive: true });
  expect(start).toThrow('npm start -- --fresh');
  expect(start).toThrow(dataFolder);
  expect(readdirSync(folder, { recursive: true })).toEqual(before);
});

test('keys from the environment are accepted too', () => {
  aDatabase(dataFolder);
  vi.stubEnv('DATA_KEYS', 'a:key');
  expect(start).not.toThrow();
});

test('a fresh start moves all earlier data aside, including a database elsewhere', () => {
  aDatabase(dataFolder);
  for (const name of ['keys.json', 'temporal.db', 'ports.json', 'lock'])
    writeFileSync(join(home, name), name);
  const paths = moveAside({ home, dataFolder, now: new Date('2026-11-30T23:59:59Z') });
  expect(paths).toEqual([join(home, 'earlier-20261130235959'), `${dataFolder}.earlier-20261130235959`]);
  expect(readdirSync(paths[0] ?? '').sort()).toEqual(['keys.json', 'temporal.db']);
  expect(readFileSync(join(paths[1] ?? '', 'PG_VERSION'), 'utf8')).toBe('18');
  expect(existsSync(dataFolder)).toBe(false);
  expect(readdirSync(home).sort()).toEqual(['earlier-20261130235959', 'lock', 'ports.json']);
  expect(start).not.toThrow();
});

test('a database inside the home is moved with it; without data nothing is moved', () => {
  expect(moveAside({ home, dataFolder })).toEqual([]);
  dataFolder = join(home, 'pg');
  aDatabase(dataFolder);
  const paths = moveAside({ home, dataFolder });
  expect(paths).toHaveLength(1);
  expect(existsSync(join(paths[0] ?? '', 'pg', 'PG_VERSION'))).toBe(true);
});
