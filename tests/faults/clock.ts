import { setTimeout as sleep } from 'node:timers/promises';

export const minuteMs = 60_000;

/** The first whole minute at least that far away. */
export function minuteAhead(ms: number): number {
  return Math.ceil((Date.now() + ms) / minuteMs) * minuteMs;
}

/** Waits in real time, because the product's own schedules are under test. */
export async function waitUntil(at: number): Promise<void> {
  const ms = at - Date.now();
  if (ms > 0) await sleep(ms);
}

/**
 * Polls until a condition holds.
 * @returns the time it took in milliseconds; undefined if it never did
 */
export async function within({ ms, isSo }: { ms: number; isSo: () => Promise<boolean> | boolean }) {
  const startedAt = Date.now();
  while (Date.now() - startedAt < ms) {
    if (await Promise.resolve(isSo()).catch(() => false)) return Date.now() - startedAt;
    await sleep(200);
  }
  return undefined;
}
