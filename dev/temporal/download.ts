import { execFile } from 'node:child_process';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { checkContent } from './checksum.ts';
import { cliVersion } from './version.ts';

const releases = 'https://github.com/temporalio/cli/releases/download';
// The list is small: where it does not come at once, the archive would not come either.
const listLimitMs = 6_000;
const archiveLimitMs = 180_000;
const architectures: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };

/**
 * Writes the officially released tool to `path`, checked against the release's list of checksums.
 * @throws Error where the release cannot be reached or holds nothing for this platform
 */
export async function downloadCli({ path }: { path: string }): Promise<void> {
  const architecture = architectures[process.arch];
  if (!architecture || process.platform === 'win32')
    throw new Error('There is no archive for this platform.');
  const file = `temporal_cli_${cliVersion}_${process.platform}_${architecture}.tar.gz`;
  const list = await read({ url: `${releases}/v${cliVersion}/checksums.txt`, limitMs: listLimitMs });
  process.stdout.write(`Downloading the Temporal CLI ${cliVersion} …\n`);
  const content = await read({ url: `${releases}/v${cliVersion}/${file}`, limitMs: archiveLimitMs });
  checkContent({ list: list.toString(), file, content });
  const archive = `${path}.tar.gz`;
  await writeFile(archive, content);
  await promisify(execFile)('tar', ['-xzf', archive, '-C', dirname(path), 'temporal']);
  await rm(archive);
  const unpacked = join(dirname(path), 'temporal');
  if (basename(path) !== 'temporal') await rename(unpacked, path);
}

async function read({ url, limitMs }: { url: string; limitMs: number }): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(limitMs) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}
