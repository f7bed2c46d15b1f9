import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '#dev/parts/until.ts';
import { freePort } from '#dev/ports.ts';
import { isAccepting } from '#dev/temporal/server.ts';
import type { BenchStack } from '../../stack.ts';

const readyLimitMs = 10_000;

/** Reason why Redis is missing; undefined if it is there. */
export async function missingRedis(): Promise<string | undefined> {
  try {
    await promisify(execFile)('redis-server', ['--version']);
    return undefined;
  } catch {
    return 'redis-server is not installed (Debian: apt-get install redis-server)';
  }
}

/**
 * Starts a Redis that survives a restart, as BullMQ's production guide recommends: an append-only file,
 * synced each second.
 */
export async function startRedis({ stack, name }: { stack: BenchStack; name: string }) {
  const port = await freePort();
  const folder = join(stack.folder, name);
  await mkdir(folder);
  const flags = {
    ...{ '--port': String(port), '--bind': '127.0.0.1', '--dir': folder, '--save': '' },
    ...{ '--appendonly': 'yes', '--appendfsync': 'everysec', '--maxmemory-policy': 'noeviction' },
    '--loglevel': 'warning',
  };
  const server = stack.spawn({ name: 'redis', command: 'redis-server', args: Object.entries(flags).flat() });
  await until({ running: server, limitMs: readyLimitMs, isReady: () => isAccepting(port) });
  return { port, stop: server.stop };
}
