import { existsSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { longStep } from '#dev/setup/long-step.mjs';
import { cachedProgram, fillCache } from '#dev/temporal/cache.ts';
import { onPath } from './on-path.ts';

const place = { name: 'prometheus', program: 'promtool' };

/** Promtool where it is at hand: on PATH or in the user's cache. */
export function promtoolHere(): string | undefined {
  const cached = cachedProgram(place);
  return onPath(['promtool']) ?? (existsSync(cached) ? cached : undefined);
}

/**
 * Promtool: an existing one, else from Debian's package, unpacked without installing it, because that would start a
 * server.
 * @throws Error with the program to install
 */
export async function findPromtool(): Promise<string> {
  const found = promtoolHere();
  if (found) return found;
  if (!onPath(['apt-get'])) throw new Error('There is no promtool: install Prometheus.');
  const unpack = async (pathOf: (program: string) => string) => {
    const folder = dirname(pathOf(place.program));
    const step = (title: string, command: string, args: string[]) =>
      longStep({ title, command, args, cwd: folder });
    if (process.getuid?.() === 0) await step('Reading the package lists', 'apt-get', ['update']);
    await step('Downloading Prometheus', 'apt-get', ['download', 'prometheus']);
    const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.deb'));
    await step('Unpacking Prometheus', 'dpkg-deb', ['--extract', file, 'package']);
    await rename(join(folder, 'package', 'usr', 'bin', place.program), pathOf(place.program));
  };
  await fillCache({ name: place.name, programs: [place.program], seedCatalogue: unpack });
  return cachedProgram(place);
}
