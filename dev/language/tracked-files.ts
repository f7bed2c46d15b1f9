import { execFileSync } from 'node:child_process';

/** Paths of the tracked files with one of these endings, without generated code. */
export function trackedFiles(...endings: string[]): string[] {
  const list = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return list
    .split('\0')
    .filter((file) => endings.some((ending) => file.endsWith(ending)))
    .filter((file) => !file.startsWith('server/generated/'));
}
