import { posix } from 'node:path';

/** A change touches at most so many test files of each kind, nearest first: what is further away waits for `npm test`. */
const most = { unit: 120, integration: 9, browser: 3 };

export interface Touched {
  unit: string[];
  integration: string[];
  browser: string[];
  /** The number of touched test files that were left out. */
  leftOut: number;
}

/**
 * The test files that a change touches: those that import a changed file, over any number of files in between, and
 * browser specs by name, as they import no screen. All words of `heat-map.spec.ts` occur in the path of `heat-map-section.tsx`.
 * A change without any of these touches the specs named like the nearest screens that import it.
 * @param sources the text of each file by its path from the clone
 * @param changed paths of changed files, removed ones included
 */
export function touchedTests({
  sources,
  changed,
}: {
  sources: ReadonlyMap<string, string>;
  changed: string[];
}): Touched {
  const near = byDistance({ importers: importersOf(sources), changed });
  const isSpec = (path: string) => path.startsWith('tests/e2e/') && path.endsWith('.spec.ts');
  const specs = [...sources.keys()].filter(isSpec);
  const tests = near.filter((path) => /\.test\.tsx?$/.test(path) && !path.startsWith('tests/model/'));
  const isIntegration = (path: string) => path.startsWith('tests/integration/');
  const certain = [...near.filter(isSpec), ...namedLike({ specs, paths: changed })];
  const isAlone = tests.length + certain.length === 0;
  const all = {
    unit: tests.filter((path) => !isIntegration(path)),
    integration: tests.filter(isIntegration),
    browser: [...new Set(isAlone ? namedLike({ specs, paths: near }) : certain)],
  };
  const kept = {
    unit: all.unit.slice(0, most.unit),
    integration: all.integration.slice(0, most.integration),
    browser: all.browser.slice(0, most.browser),
  };
  const count = ({ unit, integration, browser }: typeof all) =>
    unit.length + integration.length + browser.length;
  return { ...kept, leftOut: count(all) - count(kept) };
}

/** The files that import each file; types alone run nothing. */
function importersOf(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [path, text] of sources) {
    const running = text.replaceAll(/(?:import|export) type\b[^'"]*['"][^'"]+['"]/g, '');
    for (const [, name = ''] of running.matchAll(/\b(?:from|import)\s*(?:\(\s*)?['"]([#.][^'"]+)['"]/g)) {
      const imported = name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(path), name);
      importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  }
  return importers;
}

/** The changed files and all that import them, nearest first. */
function byDistance({
  importers,
  changed,
}: {
  importers: Map<string, string[]>;
  changed: string[];
}): string[] {
  const found = new Set(changed);
  // A set visits what is added while it is walked.
  for (const path of found) for (const importer of importers.get(path) ?? []) found.add(importer);
  return [...found];
}

/** Specs whose name occurs in one of the paths of screens, in the order of these paths. */
function namedLike({ specs, paths }: { specs: string[]; paths: string[] }): string[] {
  return paths
    .filter((path) => path.startsWith('app/') && !/\.test\.tsx?$/.test(path))
    .flatMap((path) => {
      const there = new Set(wordsOf(path));
      return specs.filter((spec) =>
        wordsOf(posix.basename(spec, '.spec.ts')).every((word) => there.has(word)),
      );
    });
}

/** Words of a path, in the singular. */
const wordsOf = (path: string) => path.split(/[^a-z0-9]+/).map((word) => word.replace(/s$/, ''));
