import type { OwnStack } from '#dev/test/own-stack.ts';
import { testAlerts } from '#tests/faults/parts/test-alerts.ts';
import { testBurst } from '#tests/faults/parts/test-burst.ts';
import { testClock } from '#tests/faults/parts/test-clock.ts';
import { testCuts } from '#tests/faults/parts/test-cuts.ts';
import { testDisk } from '#tests/faults/parts/test-disk.ts';
import { testFirstJob } from '#tests/faults/parts/test-first-job.ts';
import { testHour } from '#tests/faults/parts/test-hour.ts';
import { testKills } from '#tests/faults/parts/test-kills.ts';
import { testLease } from '#tests/faults/parts/test-lease.ts';
import { testOperator } from '#tests/faults/parts/test-operator.ts';
import { testResidents } from '#tests/faults/parts/test-residents.ts';
import { testRolling } from '#tests/faults/parts/test-rolling.ts';
import { testStart } from '#tests/faults/parts/test-start.ts';
import { testTemporalAway } from '#tests/faults/parts/test-temporal-away.ts';
import { testTerminate } from '#tests/faults/parts/test-terminate.ts';
import { printNote } from './checks.ts';
import { namesEnv } from './hanging-jobs.ts';
import { readyLine } from './ready-line.ts';
import { useStack } from './settings.ts';
import { alertDomain } from './spread/alerts.ts';
import { startOpenProduct, startProduct, startSpreadProduct, type Ways } from './stack.ts';

let stack: Promise<OwnStack> | undefined;
let spread: Promise<OwnStack> | undefined;
let open: Promise<{ stack: OwnStack; ways: Ways }> | undefined;

const product = async () => {
  stack ??= saying(startProduct({ env: namesEnv }));
  return { stack: await stack };
};

/** The product whose jobs fire at any second. */
const spreadProduct = async () => {
  spread ??= saying(startSpreadProduct({ names: alertDomain }));
  return { stack: await spread };
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
  residents: async () => testResidents(await spreadProduct()),
  rolling: async () => testRolling(await spreadProduct()),
  lease: async () => testLease(await spreadProduct()),
  alerts: async () => testAlerts(await spreadProduct()),
  'temporal-away': async () => testTemporalAway(await spreadProduct()),
  terminate: async () => testTerminate(await spreadProduct()),
};

export type Part = keyof typeof parts;

// A process has one kind of product.
/** Parts that need a product with the suite's clock and network. */
const createParts: Part[] = ['first', 'cuts', 'hour', 'disk', 'clock'];
/** Parts that need a product with the suite's calendar. */
const spreadParts: Part[] = ['residents', 'rolling', 'alerts', 'lease', 'terminate', 'temporal-away'];
/** Parts that mostly wait, without Temporal: they have a product of their own, so that others need not wait too. */
const waitingParts: Part[] = ['temporal-away'];

/**
 * Lanes of the given parts: each has a product. The lane that keeps its ports to the end comes first: `start`
 * ends its product, and wants the same ports again.
 */
export function lanesOf(names: Part[]): Part[][] {
  const isOpen = (name: Part) => createParts.includes(name);
  const isSpread = (name: Part) => spreadParts.includes(name);
  const isWaiting = (name: Part) => waitingParts.includes(name);
  const lanes = [
    names.filter(isOpen),
    names.filter((name) => isSpread(name) && !isWaiting(name)),
    names.filter(isWaiting),
    names.filter((name) => !isOpen(name) && !isSpread(name)),
  ];
  return lanes.filter((lane) => lane.length > 0);
}

export function isPart(name: string): name is Part {
  return Object.hasOwn(parts, name);
}

/**
 * The whole suite: each lane has its own product, and those of one turn run beside each other. Thousands of jobs have
 * the machine to themselves: on two slow cores Temporal could not keep up with them beside two other products.
 */
export const turns: Part[][][] = [
  [['burst']],
  [['kills', 'start', 'operator']],
  [['residents', 'rolling']],
  [['alerts']],
  [['cuts', 'hour', 'disk'], ['first', 'clock'], ['lease', 'terminate'], ['temporal-away']],
];
