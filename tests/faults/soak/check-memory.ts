import { check, printNote } from '../checks.ts';
import type { watchMemory } from './memory.ts';

/** Twice the usual variation of the worker, and the size of a leak of five kilobytes a fire. */
const limitMbPerMinute = 1;
/** No process may come near this, however short the run. */
const peakLimitMb = 1_200;

/**
 * Memory of every process is flat.
 * @param warmSince when no part had been killed for so long its caches are full; null in a run too short to judge
 */
export async function checkMemory({
  memory,
  warmSince,
}: {
  memory: ReturnType<typeof watchMemory>;
  warmSince: number | null;
}): Promise<void> {
  const lives = memory.lives();
  for (const { part, minutes, firstMb, lastMb, peakMb } of lives) {
    printNote(
      `${part}, ${minutes.toFixed(1)} min: ${firstMb.toFixed(0)} to ${lastMb.toFixed(0)} MB, at most ${peakMb.toFixed(0)}`,
    );
  }
  await check(`F5: no process takes more than ${peakLimitMb} MB`, () =>
    lives
      .filter(({ peakMb }) => peakMb > peakLimitMb)
      .map(({ part, peakMb }) => `${part} took ${peakMb.toFixed(0)} MB`),
  );
  if (warmSince === null) return;
  const growth = memory.growth({ since: warmSince });
  for (const { part, mbPerMinute, leastMb } of growth) {
    const least = leastMb.map((mb) => mb.toFixed(0)).join(', ');
    printNote(`${part}: ${mbPerMinute.toFixed(2)} MB a minute; the least of each: ${least}`);
  }
  await check(`F5: memory of every process is flat, at most ${limitMbPerMinute} MB a minute`, () =>
    growth.flatMap(({ part, lives: count, mbPerMinute }) => [
      ...(count === 1 ? [] : [`${part} had ${count} lives while nobody killed it`]),
      ...(mbPerMinute <= limitMbPerMinute ? [] : [`${part} grows by ${mbPerMinute.toFixed(2)} MB a minute`]),
    ]),
  );
}
