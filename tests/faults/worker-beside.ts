import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { db } from '#server/database/db.server.ts';
import { nodeFlags } from '#server/node-flags.ts';
import { within } from './clock.ts';

const readyLimitMs = 30_000;

export type WorkerBeside = Awaited<ReturnType<typeof startWorkerBeside>>;

/** A further worker of a running product, as an operator adds one. */
export async function startWorkerBeside({
  home,
  program = 'build/worker/main.js',
}: {
  home: string;
  program?: string;
}) {
  const before = await liveWorkers();
  const child = spawn(process.execPath, [...nodeFlags, program], {
    // It has separate ports.
    env: { ...process.env, LOG_LEVEL: 'info', SHUTDOWN_GRACE_SECONDS: '5', METRICS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(join(home, 'worker-beside.txt'), { flags: 'a' });
  for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const newest = async () => (await liveWorkers()).find((id) => !before.includes(id));
  const took = await within({ ms: readyLimitMs, isSo: async () => (await newest()) !== undefined });
  if (took === undefined) child.kill('SIGKILL');
  if (took === undefined) throw new Error('The second worker did not get a lease.');
  return {
    /** The id of its row in the database until it loses its lease. */
    id: (await newest()) ?? '',
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: () => child.kill('SIGKILL'),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Ids of the workers with a lease. */
export async function liveWorkers(): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    select "id"::text from "Worker" where "leaseUntil" > clock_timestamp() and "settledAt" is null`;
  return rows.map(({ id }) => id);
}
