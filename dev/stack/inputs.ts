import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** One hash over the content of files and folders; their times do not matter. */
export function hashOf({ clone, paths }: { clone: string; paths: string[] }): string {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesOf(join(clone, path))).sort()) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.name !== 'generated' && !/\.test\.tsx?$/.test(entry.name))
    .flatMap((entry) => filesOf(join(path, entry.name)));
}
