import { resolve } from 'node:path';
import { build } from 'vite';

const folder = 'build/faults-worker';
const replaced = '#domain/schedule/schedule.ts';
const calendar = resolve('tests/faults/spread/calendar.ts');

/** The worker of the product, except that its calendar is `calendar.ts`. */
export const spreadWorker = resolve(folder, 'main.js');

/** Builds it as the product's worker is built. */
export async function buildSpreadWorker(): Promise<void> {
  let replacements = 0;
  await build({
    configFile: 'worker/vite.config.ts',
    logLevel: 'warn',
    build: { outDir: folder },
    plugins: [
      {
        name: 'spread-calendar',
        enforce: 'pre',
        resolveId(source, importer) {
          if (source !== replaced || importer === calendar) return null;
          replacements += 1;
          return calendar;
        },
      },
    ],
  });
  if (replacements === 0)
    throw new Error(`The worker takes its calendar from another file than ${replaced}.`);
}
