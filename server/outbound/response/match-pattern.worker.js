import { parentPort, workerData } from 'node:worker_threads';
import { RE2JS } from 're2js';

// In a thread a slow pattern can be ended without the process.
// `test` alone is quick: it asks whether the pattern is found, not where. A capture is looked for only where one is used.

/**
 * The longest unused first.
 * @type {Map<string, RE2JS>}
 */
const compiled = new Map();

parentPort?.on('message', ({ pattern, text, isCapturing }) => {
  parentPort?.postMessage(text === undefined ? sizeOf(pattern) : search({ pattern, text, isCapturing }));
});

// The first search loads and compiles the library: that is not the time of somebody's pattern.
search({ pattern: 'a', text: 'a' });
parentPort?.postMessage('ready');

/** @param {{ pattern: string, text: string, isCapturing?: boolean }} given */
function search({ pattern, text, isCapturing = false }) {
  const expression = compiled.get(pattern) ?? RE2JS.compile(pattern);
  compiled.delete(pattern);
  compiled.set(pattern, expression);
  for (const unused of [...compiled.keys()].slice(0, -workerData.patternsHeld)) compiled.delete(unused);
  const began = performance.now();
  const captured = isCapturing ? capture({ expression, text }) : null;
  const isFound = isCapturing ? captured !== null : expression.test(text);
  return { isFound, captured, ms: performance.now() - began };
}

/**
 * The first group of the first match, or the whole match of a pattern without groups; null if nothing is found.
 * @param {{ expression: RE2JS, text: string }} given
 */
function capture({ expression, text }) {
  const matcher = expression.matcher(text);
  if (!matcher.find()) return null;
  return matcher.group(matcher.groupCount() > 0 ? 1 : 0) ?? '';
}

/** @param {string} pattern */
function sizeOf(pattern) {
  try {
    return { size: RE2JS.compile(pattern).programSize() };
  } catch (error) {
    return { size: null, message: error instanceof Error ? error.message : '' };
  }
}
