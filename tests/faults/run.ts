import { totalLine } from '#dev/test/tally.ts';
import { check, counted } from './checks.ts';
import { removeProduct, startProduct } from './stack.ts';
import { testFirstJob } from './test-first-job.ts';
import { testFires } from './test-fires.ts';
import { testStart } from './test-start.ts';

// `npm run test:faults`: a product of its own is started as people start it, and broken while its jobs run.
// An argument picks one part: `first`, `fires` or `start`.
const [only] = process.argv.slice(2);
const startedAt = Date.now();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void removeProduct().then(() => process.exit(1)));
}
try {
  const stack = await startProduct();
  const isAsked = (part: string) => only === undefined || only === part;
  if (isAsked('first')) await testFirstJob({ stack });
  if (isAsked('fires')) await testFires({ stack });
  if (isAsked('start')) await testStart({ stack });
} catch (error) {
  await check('the run comes to its end', () => [error instanceof Error ? error.message : String(error)]);
} finally {
  await removeProduct();
}
const tally = counted();
console.log(`After ${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes.`);
console.log(totalLine(tally).replace('Total: ', ''));
process.exit(tally.failed === 0 && tally.passed > 0 ? 0 : 1);
