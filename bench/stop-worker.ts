import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '#dev/parts/part.ts';

/** The product's default SHUTDOWN_GRACE_SECONDS: the time that a worker started with this value may take to stop. */
export const shutdownMs = 30_000;
/** A worker that takes longer is killed. */
const stopLimitMs = shutdownMs + 30_000;

/** Sends SIGTERM to a worker, and waits until it has ended. */
export async function stopGracefully(worker: Running): Promise<{ ms: number; end: string }> {
  const startedAt = Date.now();
  process.kill(worker.pid, 'SIGTERM');
  await Promise.race([worker.ended, sleep(stopLimitMs)]);
  await worker.stop();
  return { ms: Date.now() - startedAt, end: await worker.ended };
}
