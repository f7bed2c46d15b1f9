import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Histories, openHistories, tell } from './open-histories.ts';

const count = Number(process.env.MODEL_HISTORIES ?? 100);
const firstSeed = Number(process.env.MODEL_SEED ?? 1);
const shrinkMs = process.env.MODEL_MUTANT ? 0 : 60_000;

/** Every second history: two files share them, one for each core. */
export function liveShare({ share }: { share: 0 | 1 }) {
  const seeds = Array.from({ length: count }, (_, index) => firstSeed + index).filter(
    (_, index) => index % 2 === share,
  );
  let histories: Histories;
  beforeAll(async () => void (histories = await openHistories()), 120_000);
  afterAll(() => histories.close());

  test.skipIf(seeds.length === 0)(
    'whatever breaks, each instant ends with one row, each job with one chain, and no call is made that must not be',
    { timeout: 60_000 + shrinkMs * 2 + seeds.length * 60_000 },
    async () => {
      console.log(
        `Model test: ${seeds.length} histories, seeds ${seeds[0]} to ${seeds.at(-1)}, every second one.`,
      );
      for (const seed of seeds) {
        const told = await histories.run(seed);
        if (process.env.MODEL_TRACE) console.log(told.lines.join('\n'));
        if (told.violations.length === 0) continue;
        const shrunk = await histories.shrink({ seed, untilMs: Date.now() + shrinkMs });
        expect.fail(
          tell({
            seed,
            commands: shrunk.commands,
            told: shrunk.told.violations.length > 0 ? shrunk.told : told,
          }),
        );
      }
    },
  );
}
