import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { db } from '#server/database/db.server.ts';
import { nodeFlags } from '#server/node-flags.ts';
import { within } from './clock.ts';

const readyLimitMs = 30_000;

/** A further worker of a running product, as an operator adds one. */
export async function startWorkerBeside({ home }: { home: string }) {
  const before = await liveWorkers();
  const child = spawn(process.execPath, [...nodeFlags, 'build/worker/main.js'], {
    // It has separate ports.
    env: { ...process.env, LOG_LEVEL: 'info', SHUTDOWN_GRACE_SECONDS: '5', METRICS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(join(home, 'worker-beside.txt'), { flags: 'a' });
  for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const took = await within({ ms: readyLimitMs, isSo: async () => (await liveWorkers()) > before });
  if (took === undefined) child.kill('SIGKILL');
  if (took === undefined) throw new Error('The second worker did not get a lease.');
  return {
    kill: () => child.kill('SIGKILL'),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

async function liveWorkers(): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    select count(*)::int as count from "Worker" where "leaseUntil" > clock_timestamp() and "settledAt" is null`;
  return row?.count ?? 0;
}
