import { totalLine } from '#dev/test/tally.ts';
import { closeDatabase } from '#server/database/db.server.ts';
import { closeTemporalClient } from '#server/engine/temporal-client.server.ts';
import { check, counted } from './checks.ts';
import { runLanes } from './lanes.ts';
import { type Part, isPart, lanesOf, parts, turns } from './parts.ts';
import { options } from './sizes.ts';
import { prepare, removeProduct } from './stack.ts';

// `npm run test:faults`: starts products as a person would, and breaks them while their jobs run. Arguments select
// parts, then run in one product of each kind; `--full` takes the numbers of security.md section 12, `--residents 600`
// and `--temporal-away 3600` set single ones.
const asked = process.argv.slice(2).filter((argument) => !options.includes(argument));
const startedAt = Date.now();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void removeProduct().then(() => process.exit(1)));
}
const unknown = asked.filter((part) => !isPart(part));
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
await prepare();
const lanes = lanesOf(asked as Part[]);
const tally =
  lanes.length === 1
    ? await runParts(lanes.flat())
    : await runLanes({ turns: lanes.length === 0 ? turns : [lanes] });
console.log(`After ${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes.`);
console.log(totalLine(tally).replace('Total: ', ''));
process.exit(tally.failed === 0 && tally.passed > 0 ? 0 : 1);

/** The given parts one after another, in this process. */
async function runParts(names: Part[]) {
  try {
    for (const name of names) await parts[name]();
  } catch (error) {
    await check('the suite runs to its end', () => [
      error instanceof Error ? (error.stack ?? '') : String(error),
    ]);
  } finally {
    await removeProduct({ isLogKept: counted().failed > 0 });
    await Promise.allSettled([closeTemporalClient(), closeDatabase()]);
  }
  return counted();
}
