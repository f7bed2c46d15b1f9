import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Content of a file in the home folder; undefined if it is absent or broken. */
export function readJsonFile({ home, name }: { home: string; name: string }): unknown {
  try {
    return JSON.parse(readFileSync(join(home, name), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes a file whole or not at all, so a kill in between leaves the old one. */
export function writeJson({
  home,
  name,
  value,
  mode = 0o644,
}: {
  home: string;
  name: string;
  value: unknown;
  mode?: number;
}) {
  const partial = join(home, `${name}.${process.pid}`);
  writeFileSync(partial, `${JSON.stringify(value, null, 2)}\n`, { mode });
  renameSync(partial, join(home, name));
}
