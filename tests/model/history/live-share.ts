import { expect, test } from 'vitest';
import { createHistories, report } from './histories.ts';

const count = Number(process.env.MODEL_HISTORIES ?? 100);
const firstSeed = Number(process.env.MODEL_SEED ?? 1);
/** All failing histories are wanted, as they are. */
const isAll = process.env.MODEL_ALL === '1';
/** None if only the detection of a mutant counts. */
const shrinkMs = process.env.MODEL_MUTANT || isAll ? 0 : 60_000;

/** Shared by many files, which run beside each other. */
const shares = 6;

/** Every sixth history. */
export function liveShare({ share }: { share: number }) {
  const seeds = Array.from({ length: count }, (_, index) => firstSeed + index);
  const own = seeds.filter((_, index) => index % shares === share);
  const timeout = 120_000 + shrinkMs * 2 + own.length * 60_000;

  test.skipIf(own.length === 0)(
    'whatever breaks, each instant ends with one row, each job has one job loop, and no forbidden call is made',
    { timeout },
    async () => {
      console.log(`Model test: ${own.length} histories, every sixth seed from ${own[0]} to ${own.at(-1)}.`);
      const histories = await createHistories();
      const failed: number[] = [];
      try {
        for (const seed of own) {
          const reported = await histories.run(seed);
          if (process.env.MODEL_TRACE) console.log(reported.lines.join('\n'));
          if (reported.violations.length === 0) continue;
          console.log(`History ${seed}: ${reported.violations[0]}`);
          failed.push(seed);
          const text = report({
            seed,
            ...(await histories.shrink({ seed, reported, untilMs: Date.now() + shrinkMs })),
          });
          if (isAll) console.log(text);
          else expect.fail(text);
        }
        expect(failed).toEqual([]);
      } finally {
        await histories.close();
      }
    },
  );
}
