import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from './part.ts';

const pollMs = 60;

/**
 * Waits until a part responds.
 * @throws Error if it ends before, or does not respond in time
 */
export async function until({
  running,
  limitMs,
  isReady,
}: {
  running: Running;
  limitMs: number;
  isReady: () => Promise<boolean>;
}): Promise<void> {
  const end = Date.now() + limitMs;
  while (Date.now() < end) {
    if (running.hasEnded()) throw new Error(await running.ended);
    if (await isReady().catch(() => false)) return;
    await sleep(pollMs);
  }
  throw new Error(`did not answer within ${limitMs / 1000} s`);
}

/** Reports whether an address responds with a status below 400. */
export async function isResponding(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  await response.arrayBuffer();
  return response.ok;
}
