/** A text to find, in bytes. */
export interface Needle {
  /** The compared bytes; upper and lower case, and `+` and a space, count as the same. */
  bytes: Uint8Array;
  /** Bytes of the whole text, possibly longer than the compared part: all of them are masked. */
  length: number;
  /** Says which text was found. */
  label: string;
}

/** A found text; bytes from `start` up to `end`. */
export interface Span {
  start: number;
  end: number;
  label: string;
}

/**
 * Finds the texts in the bytes, overlapping ones as one span.
 * @param shortestTail for cut bytes: an incomplete text at their end counts from this many bytes on; null for complete
 *   ones
 */
export type Matcher = (order: { bytes: Uint8Array; shortestTail: number | null }) => Span[];

const byteValues = 256;

/** Space and plus are equivalent in queries; case differs in normalized hosts and headers. */
const folded = Uint8Array.from({ length: byteValues }, (_, byte) => {
  if (byte === 0x2b) return 0x20;
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
});

/**
 * Prepares a search for many texts at once (Aho and Corasick, 1975): its time is linear in the searched bytes, however
 * many texts there are and however they repeat themselves. `indexOf` is not: 64 KiB of one letter take it 0.6 s for a
 * text of 4 KiB.
 */
export function createMatcher(needles: readonly Needle[]): Matcher {
  const trie = buildTrie(needles.filter(({ bytes }) => bytes.length > 0));
  return ({ bytes, shortestTail }) => {
    const spans: Span[] = [];
    let node = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      node = trie.next(node, folded[bytes[at] ?? 0] ?? 0);
      const found = trie.longest[node] ?? 0;
      if (found === 0) continue;
      const start = at + 1 - (trie.depth[found] ?? 0);
      const end = Math.min(at + 1 + (trie.beyond[node] ?? 0), bytes.length);
      addSpan({ spans, span: { start, end, label: trie.labels[found] ?? '' } });
    }
    const tail = trie.depth[node] ?? 0;
    if (shortestTail !== null && tail >= shortestTail) {
      const span = { start: bytes.length - tail, end: bytes.length, label: trie.labels[node] ?? '' };
      addSpan({ spans, span });
    }
    return spans;
  };
}

/** Joins spans that overlap under the label of the longest; they stay in order and apart. */
export function addSpan({ spans, span }: { spans: Span[]; span: Span }): void {
  let joined = span;
  for (let last = spans.at(-1); last && last.end > joined.start; last = spans.at(-1)) {
    spans.pop();
    const { label } = last.end - last.start > joined.end - joined.start ? last : joined;
    joined = { start: Math.min(last.start, joined.start), end: Math.max(last.end, joined.end), label };
  }
  spans.push(joined);
}

interface Trie {
  next: (node: number, byte: number) => number;
  /** By node: bytes from the root. */
  depth: Int32Array;
  /** By node: of the text the node ends or begins. */
  labels: string[];
  /** By node: where the longest text that ends here ends in the trie; 0 for none. */
  longest: Int32Array;
  /** By node: bytes after the compared part of texts that end here. */
  beyond: Int32Array;
}

function buildTrie(needles: readonly Needle[]): Trie {
  const most = 1 + needles.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const edges = createEdges(most);
  const [depth, fail, byteOf, parent] = [0, 1, 2, 3].map(() => new Int32Array(most)) as Quad;
  const [longest, beyond] = [new Int32Array(most), new Int32Array(most)];
  const labels = [''];
  for (const { bytes, length, label } of needles) {
    let node = 0;
    for (const raw of bytes) {
      const byte = folded[raw] ?? 0;
      let child = edges.get(node, byte);
      if (child === 0) {
        child = labels.push(label) - 1;
        edges.set({ node, byte, child });
        depth[child] = (depth[node] ?? 0) + 1;
        byteOf[child] = byte;
        parent[child] = node;
      }
      node = child;
    }
    if (longest[node] === 0) labels[node] = label;
    longest[node] = node;
    beyond[node] = Math.max(beyond[node] ?? 0, length - bytes.length);
  }
  const next = (from: number, byte: number) => {
    for (let node = from; ; node = fail[node] ?? 0) {
      const child = edges.get(node, byte);
      if (child !== 0 || node === 0) return child;
    }
  };
  // From the root outwards: the links of a node are those of a shorter one.
  for (const node of byDepth({ depth, count: labels.length })) {
    const above = parent[node] ?? 0;
    const link = above === 0 ? 0 : next(fail[above] ?? 0, byteOf[node] ?? 0);
    fail[node] = link;
    if (longest[node] === 0) longest[node] = longest[link] ?? 0;
    beyond[node] = Math.max(beyond[node] ?? 0, beyond[link] ?? 0);
  }
  return { next, depth, labels, longest, beyond };
}

type Quad = [Int32Array, Int32Array, Int32Array, Int32Array];

/** All nodes but the root, those near it first. */
function byDepth({ depth, count }: { depth: Int32Array; count: number }): number[] {
  const levels: number[][] = [];
  for (let node = 1; node < count; node += 1) (levels[depth[node] ?? 0] ??= []).push(node);
  return levels.flat();
}

/** The children of nodes, in one table with open addressing: a Map of as many takes ten times as long. */
function createEdges(most: number) {
  const size = 2 ** Math.ceil(Math.log2(most * 2 + 1));
  const keys = new Int32Array(size);
  const children = new Int32Array(size);
  const placeOf = (key: number) => {
    let place = (Math.imul(key, 0x9e3779b1) >>> 7) & (size - 1);
    while (keys[place] !== 0 && keys[place] !== key) place = (place + 1) & (size - 1);
    return place;
  };
  // Never 0, which marks a free entry.
  const keyOf = (node: number, byte: number) => node * byteValues + byte + 1;
  return {
    get: (node: number, byte: number) => children[placeOf(keyOf(node, byte))] ?? 0,
    set: ({ node, byte, child }: { node: number; byte: number; child: number }) => {
      const key = keyOf(node, byte);
      const place = placeOf(key);
      keys[place] = key;
      children[place] = child;
    },
  };
}
