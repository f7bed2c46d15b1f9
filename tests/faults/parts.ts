import type { OwnStack } from '#dev/test/own-stack.ts';
import { testBurst } from '#tests/faults/parts/test-burst.ts';
import { testClock } from '#tests/faults/parts/test-clock.ts';
import { testCuts } from '#tests/faults/parts/test-cuts.ts';
import { testDisk } from '#tests/faults/parts/test-disk.ts';
import { testFirstJob } from '#tests/faults/parts/test-first-job.ts';
import { testHour } from '#tests/faults/parts/test-hour.ts';
import { testKills } from '#tests/faults/parts/test-kills.ts';
import { testOperator } from '#tests/faults/parts/test-operator.ts';
import { testStart } from '#tests/faults/parts/test-start.ts';
import { printNote } from './checks.ts';
import { namesEnv } from './hanging-jobs.ts';
import { readyLine } from './ready-line.ts';
import { useStack } from './settings.ts';
import { startOpenProduct, startProduct, type Ways } from './stack.ts';

let stack: Promise<OwnStack> | undefined;
let open: Promise<{ stack: OwnStack; ways: Ways }> | undefined;

const product = async () => {
  stack ??= saying(startProduct({ env: namesEnv }));
  return { stack: await stack };
};

/** The product whose clock and connections the suite controls. */
async function createProduct() {
  open ??= saying(startOpenProduct());
  const { stack, ways } = await open;
  useStack({ home: stack.home, targets: [`127.0.0.1:${ways.target.port}`] });
  return { stack, ways };
}

async function saying<Product>(start: Promise<Product>): Promise<Product> {
  const product = await start;
  printNote(readyLine);
  return product;
}

/** Parts by name; README.md describes each. */
export const parts = {
  burst: async () => testBurst(await product()),
  kills: async () => testKills(await product()),
  start: async () => testStart(await product()),
  operator: testOperator,
  first: async () => testFirstJob(await createProduct()),
  cuts: async () => testCuts(await createProduct()),
  hour: async () => testHour(await createProduct()),
  disk: async () => testDisk(await createProduct()),
  clock: async () => testClock(await createProduct()),
};

export type Part = keyof typeof parts;

/** Parts that need a product with the suite's clock and network: a process has one kind of product. */
const createParts: Part[] = ['first', 'cuts', 'hour', 'disk', 'clock'];

/**
 * Lanes of the given parts, one for each kind of product. The lane that keeps its ports to the end comes first: `start`
 * ends its product, and wants the same ports again.
 */
export function lanesOf(names: Part[]): Part[][] {
  const isOpen = (name: Part) => createParts.includes(name);
  const lanes = [names.filter(isOpen), names.filter((name) => !isOpen(name))];
  return lanes.filter((lane) => lane.length > 0);
}

export function isPart(name: string): name is Part {
  return Object.hasOwn(parts, name);
}

/**
 * The whole suite: each lane has its own product, and those of one turn run beside each other. Thousands of jobs have
 * the machine to themselves: on two slow cores Temporal could not keep up with them beside two other products. So do
 * the kills: beside the jobs of the burst, fires of a dead worker are redispatched ten seconds later.
 */
export const turns: Part[][][] = [
  [['burst']],
  [['kills', 'start', 'operator']],
  [
    ['cuts', 'hour', 'disk'],
    ['first', 'clock'],
  ],
];
