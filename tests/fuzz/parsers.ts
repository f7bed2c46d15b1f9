import { none, sum, type Tally } from '#dev/test/tally.ts';
import { tooSteep } from '#tests/parsers/growth.ts';
import { readers } from '#tests/parsers/readers.ts';
import { mixedShape, plainShapes, textOf } from '#tests/parsers/shapes.ts';

/** Lengths of the texts for the check that nothing throws. */
const shortLengths = [3, 17, 120, 900];

/**
 * Gives every reader of text the shapes of a seed for so many seconds: none may throw, and twice the text may take
 * at most 2.5 times as long. Each reader is one check; a failed one is printed with its text.
 * @param secondsEach for each reader, at most one shape longer
 */
export function attackParsers({ seed, secondsEach }: { seed: number; secondsEach: number }): Tally {
  const draw = drawsOf(seed);
  const plain = plainShapes();
  console.log(`Readers of text, by seed ${seed}:`);
  const tallies = Object.entries(readers).map(([name, read]) => {
    const end = Date.now() + secondsEach * 1_000;
    let shapes = 0;
    do {
      const shape = (shapes % 2 === 0 ? plain[draw(plain.length)] : undefined) ?? mixedShape(draw);
      shapes += 1;
      const error = errorOf(() => {
        for (const length of shortLengths) read(textOf({ shape, length }));
        const ratios = tooSteep({ shape, read });
        if (ratios) throw new Error(`Twice the text takes ${ratios.join(', ')} times as long.`);
      });
      if (error !== null) {
        console.log(`${name}, given ${shape.name}: ${error}`);
        return { passed: 0, failed: 1 };
      }
    } while (Date.now() < end);
    return { passed: 1, failed: 0 };
  });
  const tally = tallies.length > 0 ? sum(tallies) : none;
  console.log(`${tally.passed} readers passed, ${tally.failed} failed.`);
  return tally;
}

function errorOf(run: () => void): string | null {
  try {
    run();
    return null;
  } catch (error) {
    return String(error);
  }
}

/** Draws of whole numbers a seed repeats (mulberry32). */
function drawsOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
