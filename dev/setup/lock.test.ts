import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeLock } from './lock.mjs';

const aHome = () => mkdtempSync(join(tmpdir(), 'punctual-lock-'));

test('a second start is told the process that is running', () => {
  const home = aHome();
  expect(takeLock({ home }).isTaken).toBe(true);
  expect(takeLock({ home })).toEqual({ isTaken: false, pid: process.pid });
});

test('a lock whose process has ended counts as free', () => {
  const home = aHome();
  writeFileSync(join(home, 'lock'), JSON.stringify({ pid: 2 ** 22 + 1, identity: 'gone' }));
  expect(takeLock({ home }).isTaken).toBe(true);
});

test('a lock whose pid belongs to another process now counts as free', () => {
  const home = aHome();
  writeFileSync(
    join(home, 'lock'),
    JSON.stringify({ pid: process.pid, identity: `${process.pid}@another start` }),
  );
  expect(takeLock({ home }).isTaken).toBe(true);
});

test('a half-written lock file does not block a start', () => {
  const home = aHome();
  writeFileSync(join(home, 'lock'), '{"pid":');
  expect(takeLock({ home }).isTaken).toBe(true);
});

test('a released lock leaves no file', () => {
  const home = aHome();
  const lock = takeLock({ home });
  if (lock.isTaken) lock.release();
  expect(existsSync(join(home, 'lock'))).toBe(false);
  expect(readdirSync(home)).toEqual([]);
});
