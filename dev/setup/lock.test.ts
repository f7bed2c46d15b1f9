import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeLock } from './lock.mjs';

const aHome = () => mkdtempSync(join(tmpdir(), 'punctual-lock-'));

test('a second start beside a running one is told its process', () => {
  const home = aHome();
  expect(takeLock({ home }).isTaken).toBe(true);
  expect(takeLock({ home })).toEqual({ isTaken: false, pid: process.pid });
});

test('a lock whose process is gone counts as free', () => {
  const home = aHome();
  writeFileSync(join(home, 'lock'), JSON.stringify({ pid: 2 ** 22 + 1, identity: 'gone' }));
  expect(takeLock({ home }).isTaken).toBe(true);
});

test('a lock whose number was given to another process counts as free', () => {
  const home = aHome();
  writeFileSync(
    join(home, 'lock'),
    JSON.stringify({ pid: process.pid, identity: `${process.pid}@another start` }),
  );
  expect(takeLock({ home }).isTaken).toBe(true);
});

test('what half a lock file says does not keep anybody out', () => {
  const home = aHome();
  writeFileSync(join(home, 'lock'), '{"pid":');
  expect(takeLock({ home }).isTaken).toBe(true);
});

test('a released lock leaves nothing behind', () => {
  const home = aHome();
  const lock = takeLock({ home });
  if (lock.isTaken) lock.release();
  expect(existsSync(join(home, 'lock'))).toBe(false);
  expect(readdirSync(home)).toEqual([]);
});
