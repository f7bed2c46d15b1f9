import { check, note } from '../checks.ts';
import type { watchMemory } from './memory.ts';

/** A process that begins fills its caches: so long it may grow. */
const warmUpMs = 180_000;
const leastMs = 180_000;
/** In shorter runs each life is cut short by the next kill. */
const judgedFromMinutes = 20;
/** A leak of a kilobyte a fire shows as 0.2 MB a minute; the rest is the breathing of a collector. */
const limitMbPerMinute = 3;
/** No process may come near this, however short the run. */
const peakLimitMb = 1_200;

/** Memory of every process is flat: by the slope of lives that are long enough, else by the peak alone. */
export async function checkMemory({
  memory,
  minutes,
}: {
  memory: ReturnType<typeof watchMemory>;
  minutes: number;
}): Promise<void> {
  const lives = memory.lives({ warmUpMs, leastMs });
  for (const { part, minutes: long, firstMb, lastMb, peakMb, mbPerMinute } of lives) {
    const slope = mbPerMinute === null ? '' : `, ${mbPerMinute.toFixed(2)} MB a minute after the warm-up`;
    note(
      `${part}, ${long.toFixed(1)} min: ${firstMb.toFixed(0)} to ${lastMb.toFixed(0)} MB, at most ${peakMb.toFixed(0)}${slope}`,
    );
  }
  await check(`F5: no process takes more than ${peakLimitMb} MB`, () =>
    lives
      .filter(({ peakMb }) => peakMb > peakLimitMb)
      .map(({ part, peakMb }) => `${part} took ${peakMb.toFixed(0)} MB`),
  );
  if (minutes < judgedFromMinutes) {
    note(`The slope of memory is judged in soaks of ${judgedFromMinutes} minutes and more.`);
    return;
  }
  await check(
    `F5: memory of every process is flat, at most ${limitMbPerMinute} MB a minute after 3 minutes`,
    () => {
      const judged = lives.filter(({ mbPerMinute }) => mbPerMinute !== null);
      const missing = [...new Set(lives.map(({ part }) => part))].filter(
        (part) => !judged.some((life) => life.part === part),
      );
      return [
        ...missing.map((part) => `no life of ${part} was long enough to judge`),
        ...judged
          .filter(({ mbPerMinute }) => (mbPerMinute ?? 0) > limitMbPerMinute)
          .map(({ part, mbPerMinute }) => `${part} grows by ${mbPerMinute?.toFixed(2)} MB a minute`),
      ];
    },
  );
}
