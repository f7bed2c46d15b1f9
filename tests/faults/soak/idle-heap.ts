import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the heaps of some processes have set aside and do not hold anything in, as their threads wrote it down at an instant
 * (`collect.mjs`). One that was late is left out: what is held seems more then, never less.
 * @param instant of `nextLookAt`
 * @returns bytes
 */
export function idleBytesOf({
  home,
  pids,
  instant,
}: {
  home: string;
  pids: readonly string[];
  instant: number;
}): number {
  const folder = join(home, 'idle');
  return readdirSync(folder)
    .filter((name) => /^\d+-\d+$/.test(name) && pids.includes(name.split('-')[0] ?? ''))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Idle)
    .filter((one) => one.instant === instant)
    .reduce((sum, { idleBytes }) => sum + idleBytes, 0);
}

interface Idle {
  instant: number;
  idleBytes: number;
}
