import { isMap, isScalar, isSeq, type LineCounter, type YAMLMap } from 'yaml';

/** Names a path has at most: "jobs/0/headers". */
const depth = 3;

/** All maps of a document, also those within keys. */
function* mapsIn(root: unknown): Generator<YAMLMap> {
  const left = [root];
  while (left.length > 0) {
    const node = left.pop();
    if (isSeq(node)) for (const item of node.items) left.push(item);
    if (!isMap(node)) continue;
    for (const { key, value } of node.items) left.push(key, value);
    yield node;
  }
}

/** Position of a repeated key in its map, by characters before it; null if there is none. */
export function yamlKeyTwice(root: unknown): number | null {
  let first: number | null = null;
  for (const { items } of mapsIn(root)) {
    const known = new Set<unknown>();
    for (const { key } of items) {
      if (!isScalar(key)) continue;
      const at = key.range?.[0] ?? 0;
      if (known.has(key.value)) first = Math.min(first ?? at, at);
      known.add(key.value);
    }
  }
  return first;
}

/** Position of the first object used as a key: `{{now}}` without quotes is two of them. */
export function yamlMapAsKey(root: unknown): number | null {
  let first: number | null = null;
  for (const { items, range } of mapsIn(root)) {
    const at = range?.[0] ?? 0;
    if (items.some(({ key }) => isMap(key))) first = Math.min(first ?? at, at);
  }
  return first;
}

/** The lines on which the values of jobs begin, or their keys, by their path. Counted from 1. */
export function yamlLines({ root, counter }: { root: unknown; counter: LineCounter }): Map<string, number> {
  const lines = new Map<string, number>();
  const record = ({ node, path, start }: { node: unknown; path: (string | number)[]; start?: number }) => {
    const at = start ?? rangeStart(node);
    if (at !== undefined) lines.set(path.join('/'), counter.linePos(at).line);
    if (path.length === depth) return;
    if (isSeq(node)) {
      for (const [index, item] of node.items.entries()) record({ node: item, path: [...path, index] });
    } else if (isMap(node)) {
      for (const { key, value } of node.items) {
        if (!isScalar(key)) continue;
        const start = rangeStart(key);
        record({ node: value, path: [...path, String(key.value)], ...(start !== undefined && { start }) });
      }
    }
  };
  record({ node: root, path: [] });
  return lines;
}

function rangeStart(node: unknown): number | undefined {
  return isMap(node) || isSeq(node) || isScalar(node) ? node.range?.[0] : undefined;
}
