import { parentPort } from 'node:worker_threads';
import { RE2JS } from 're2js';

// Runs in a thread of its own, so that a slow pattern can be ended without the process.
// `test` alone is quick: it asks whether the pattern is found, not where.

/** @type {Map<string, { test: (text: string) => boolean }>} */
const compiled = new Map();
const compiledHeld = 500;

parentPort?.on('message', ({ pattern, text }) => {
  let expression = compiled.get(pattern);
  if (!expression) {
    if (compiled.size >= compiledHeld) compiled.clear();
    expression = RE2JS.compile(pattern);
    compiled.set(pattern, expression);
  }
  parentPort?.postMessage(expression.test(text));
});
