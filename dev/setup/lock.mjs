import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityOf } from './process-identity.mjs';

/**
 * Takes the lock of a home folder: one start at a time. A lock whose process has ended counts as free.
 * @returns {{ isTaken: true, release: () => void } | { isTaken: false, pid: number }}
 */
export function takeLock({ home }) {
  mkdirSync(home, { recursive: true });
  const file = join(home, 'lock');
  const own = join(home, `lock.${process.pid}`);
  writeFileSync(own, JSON.stringify({ pid: process.pid, identity: identityOf(process.pid) }));
  try {
    for (let tries = 0; tries < 3; tries += 1) {
      try {
        // Creating a link is atomic, so no process reads a partial lock.
        linkSync(own, file);
        return { isTaken: true, release: () => release(file) };
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      const holder = readHolder(file);
      if (holder && identityOf(holder.pid) === holder.identity) return { isTaken: false, pid: holder.pid };
      rmSync(file, { force: true });
    }
    return { isTaken: false, pid: readHolder(file)?.pid ?? 0 };
  } finally {
    rmSync(own, { force: true });
  }
}

function release(file) {
  if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
}

function readHolder(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
