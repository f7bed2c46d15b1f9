import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ZoneData } from '#domain/zones/zone-data.ts';
import { readZoneData } from '#server/zones/read-zone-data.server.ts';

const run = promisify(execFile);
const limitMs = 60_000;

/**
 * Fetches the newest zone data with npm, from its configured registry.
 * @returns null if the registry cannot be reached
 */
export async function newestPackage(): Promise<{ name: string; data: ZoneData } | null> {
  const folder = await mkdtemp(join(tmpdir(), 'punctual-zones-'));
  try {
    const options = { cwd: folder, timeout: limitMs };
    await run('npm', ['pack', 'moment-timezone@latest', '--silent'], options);
    const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
    await run('tar', ['-xzf', file], options);
    return { name: file.replace(/\.tgz$/, ''), data: readZoneData(join(folder, 'package')) };
  } catch {
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
