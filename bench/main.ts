import { type ChildProcess, spawn } from 'node:child_process';
import { peerNames } from './parts/peers.ts';
import { planRuns, type RunOrder } from './plan.ts';
import { keepResult, readResults } from './results.ts';
import { say } from './say.ts';
import { readSettings } from './settings.ts';
import { tablesOf } from './table.ts';

// `npm run bench`: measures the figures promised in engine.md, and other schedulers for comparison
// (bench/README.md).

const settings = readSettings({ args: process.argv.slice(2), peerNames });
const orders = planRuns(settings);
let failures = 0;
let running: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    running?.once('close', () => process.exit(1));
    running?.kill('SIGTERM');
  });
}
for (const [index, order] of orders.entries()) {
  say(`── ${index + 1} of ${orders.length}: ${order.part} ${order.key}`);
  try {
    const result = await measure(order);
    await keepResult({ out: settings.out, order, result });
    // Pages and calls over their budget: the table names them.
    if (['web', 'api', 'pages'].includes(order.part) && result.missed !== 0) failures += 1;
  } catch (error) {
    failures += 1;
    say(`${order.part} ${order.key} failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
console.log(`${tablesOf(await readResults(settings.out))}\n\n${settings.out} holds all figures.`);
process.exit(failures === 0 ? 0 : 1);

/** Runs each measurement in a separate process; a signal ends it with all its children. */
function measure(order: RunOrder): Promise<Record<string, unknown>> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/run.ts', JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => {
      if (code === 0) done(JSON.parse(output.slice(output.indexOf('{'))) as Record<string, unknown>);
      else fail(new Error(`ended with ${code ?? 'a signal'}`));
    });
  });
}
