import { parentPort, workerData } from 'node:worker_threads';
import { RE2JS } from 're2js';

// Runs in a thread of its own, so that a slow pattern can be ended without the process.
// `test` alone is quick: it asks whether the pattern is found, not where.

/**
 * The longest unused first.
 * @type {Map<string, { test: (text: string) => boolean }>}
 */
const compiled = new Map();

parentPort?.on('message', ({ pattern, text }) => {
  const expression = compiled.get(pattern) ?? RE2JS.compile(pattern);
  compiled.delete(pattern);
  compiled.set(pattern, expression);
  for (const unused of [...compiled.keys()].slice(0, -workerData.patternsHeld)) compiled.delete(unused);
  const began = performance.now();
  const isFound = expression.test(text);
  parentPort?.postMessage({ isFound, ms: performance.now() - began });
});
