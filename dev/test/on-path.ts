import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of these programs a folder of PATH has. */
export function onPath(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}
