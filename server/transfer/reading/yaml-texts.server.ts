import { isMap, isScalar, isSeq, type Scalar } from 'yaml';
import { snakeOf } from '#domain/job/job-wire.ts';

/** Fields with numbers or true and false in them; every other one is a text, a list or an object of texts. */
const notTexts = new Set([
  ...['timeout', 'retry_count', 'retry_delays', 'notify_rules', 'signing', 'follow_redirects'],
  ...['late_after', 'too_long_after', 'certificate_days'],
]);
/** Headers are objects in jobs, tags lists. */
const depth = 2;

/**
 * Restores the written text of scalars in text fields: YAML makes a number of `1.10`, `0123` and `1e3`, and true of
 * `true`. Null stays null, and tagged values stay as tagged.
 */
export function keepYamlTexts(root: unknown): void {
  for (const job of jobsIn(root)) {
    if (!isMap(job)) continue;
    for (const { key, value } of job.items) {
      if (isScalar(key) && !notTexts.has(snakeOf(String(key.value)))) keepTexts({ node: value, depth });
    }
  }
}

/** Where documentOf looks for jobs: the list, the one under `jobs` or `data`, or one job alone. */
function jobsIn(root: unknown): unknown[] {
  if (isSeq(root)) return root.items;
  if (!isMap(root)) return [];
  const lists = ['jobs', 'data'].map((name) => root.get(name, true));
  const found = lists.find((one) => isSeq(one));
  return found ? found.items : [root];
}

function keepTexts({ node, depth }: { node: unknown; depth: number }): void {
  if (isScalar(node)) keepText(node);
  if (depth === 0) return;
  if (isSeq(node)) for (const item of node.items) keepTexts({ node: item, depth: depth - 1 });
  if (!isMap(node)) return;
  for (const { key, value } of node.items) {
    if (isScalar(key)) keepText(key);
    keepTexts({ node: value, depth: depth - 1 });
  }
}

function keepText(node: Scalar): void {
  const isRead = typeof node.value !== 'string' && node.value !== null && node.tag === undefined;
  if (isRead && node.source !== undefined) node.value = node.source;
}
