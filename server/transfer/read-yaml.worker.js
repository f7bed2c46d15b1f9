import { parentPort, workerData } from 'node:worker_threads';
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';

// Runs in a thread of its own, so that a text of which the parser is slow can be ended without the process.

const counter = new LineCounter();
const parsed = parseDocument(String(workerData), { lineCounter: counter, prettyErrors: false });
parentPort?.postMessage(parsed.errors[0] ? faultOf(parsed.errors[0]) : valueOf());

/** @param {import('yaml').YAMLParseError} error */
function faultOf({ message, pos: [at] }) {
  const { line, col } = counter.linePos(at);
  return { fault: { message, line, column: col } };
}

function valueOf() {
  try {
    const value = parsed.toJS({ maxAliasCount: 100 });
    /** @type {Map<string, number>} */
    const lines = new Map();
    noteLines({ node: parsed.contents, path: [], lines });
    return { value, lines };
  } catch (error) {
    return { fault: { message: error instanceof Error ? error.message : '', line: null, column: null } };
  }
}

/**
 * Where the values of jobs begin, or their keys: three names down.
 * @param {{ node: unknown, path: (string | number)[], lines: Map<string, number>, start?: number }} given
 */
function noteLines({ node, path, lines, start = rangeStart(node) }) {
  if (start !== undefined) lines.set(path.join('/'), counter.linePos(start).line);
  if (path.length === 3) return;
  if (isSeq(node)) {
    for (const [index, item] of node.items.entries())
      noteLines({ node: item, path: [...path, index], lines });
  } else if (isMap(node)) {
    for (const { key, value } of node.items) {
      if (!isScalar(key)) continue;
      noteLines({ node: value, path: [...path, String(key.value)], lines, start: rangeStart(key) });
    }
  }
}

/** @param {unknown} node */
function rangeStart(node) {
  return isMap(node) || isSeq(node) || isScalar(node) ? node.range?.[0] : undefined;
}
