type Graph = ReadonlyMap<string, readonly string[]>;

/** One cycle for each file that is part of one and of none named before: the shortest, first file repeated at its end. */
export function findCycles(graph: Graph): string[][] {
  const named = new Set<string>();
  const cycles: string[][] = [];
  for (const file of graph.keys()) {
    const cycle = named.has(file) ? null : shortestWayBack({ graph, file });
    cycle?.forEach((one) => named.add(one));
    if (cycle) cycles.push(cycle);
  }
  return cycles;
}

function shortestWayBack({ graph, file }: { graph: Graph; file: string }): string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [file];
  for (let current = queue.shift(); current !== undefined; current = queue.shift()) {
    for (const next of graph.get(current) ?? []) {
      if (next === file) return [...wayTo({ file, last: current, cameFrom }), file];
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, current);
      queue.push(next);
    }
  }
  return null;
}

function wayTo({ file, last, cameFrom }: { file: string; last: string; cameFrom: Map<string, string> }) {
  const way = [last];
  while (way[0] !== file) way.unshift(cameFrom.get(way[0] ?? '') ?? file);
  return way;
}
