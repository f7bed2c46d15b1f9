import { parentPort, workerData } from 'node:worker_threads';
import { RE2JS } from 're2js';

// In a thread a slow pattern can be ended without the process.
// `test` alone is quick: it asks whether the pattern is found, not where.

/**
 * The longest unused first.
 * @type {Map<string, { test: (text: string) => boolean }>}
 */
const compiled = new Map();

parentPort?.on('message', ({ pattern, text }) => {
  parentPort?.postMessage(text === undefined ? sizeOf(pattern) : search({ pattern, text }));
});

// The first search loads and compiles the library: that is not the time of somebody's pattern.
search({ pattern: 'a', text: 'a' });
parentPort?.postMessage('ready');

/** @param {{ pattern: string, text: string }} given */
function search({ pattern, text }) {
  const expression = compiled.get(pattern) ?? RE2JS.compile(pattern);
  compiled.delete(pattern);
  compiled.set(pattern, expression);
  for (const unused of [...compiled.keys()].slice(0, -workerData.patternsHeld)) compiled.delete(unused);
  const began = performance.now();
  const isFound = expression.test(text);
  return { isFound, ms: performance.now() - began };
}

/** @param {string} pattern */
function sizeOf(pattern) {
  try {
    return { size: RE2JS.compile(pattern).programSize() };
  } catch (error) {
    return { size: null, message: error instanceof Error ? error.message : '' };
  }
}
