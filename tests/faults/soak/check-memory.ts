import { check, note } from '../checks.ts';
import type { watchMemory } from './memory.ts';

/** Temporal's server fills its cache of runs for half an hour and more: of its growth before that nothing can be said. */
const fillsForLong = 'temporal';
/** A leak of a kilobyte a fire shows as 0.2 MB a minute; the rest is the breathing of a collector. */
const limitMbPerMinute = 3;
/** No process may come near this, however short the run. */
const peakLimitMb = 1_200;

/**
 * Memory of every process is flat.
 * @param warmSince when no part had been killed for so long that its caches are full; null in a run too short to judge
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
    note(
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
  for (const { part, mbPerMinute } of growth) note(`${part}: ${mbPerMinute.toFixed(2)} MB a minute`);
  const isFlat = ({ part, mbPerMinute }: (typeof growth)[number]) =>
    part === fillsForLong || mbPerMinute <= limitMbPerMinute;
  await check(`F5: memory is flat, at most ${limitMbPerMinute} MB a minute, but for ${fillsForLong}`, () =>
    growth.flatMap((one) => [
      ...(one.lives === 1 ? [] : [`${one.part} had ${one.lives} lives while nobody killed it`]),
      ...(isFlat(one) ? [] : [`${one.part} grows by ${one.mbPerMinute.toFixed(2)} MB a minute`]),
    ]),
  );
}
