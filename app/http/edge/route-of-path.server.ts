import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';

/** The route of a path. */
export interface FoundRoute {
  id: string;
  /** Such as /dashboard/jobs/:id. */
  template: string;
  params: Record<string, string | undefined>;
}

interface Branch {
  id: string;
  path?: string;
  index?: boolean;
  children: Branch[];
}

const mostKept = 500;

/**
 * Finds routes as Remix does, except that Remix ranks all of them for each path. Here a path is ranked once for all
 * paths that differ from it in numbers alone: no route has a number for a name.
 */
export function publicRoutes(build: ServerBuild): (path: string) => FoundRoute | null {
  const roots = treeOf(build);
  const kept = new Map<string, { id: string; template: string; names: string[] }>();
  return (path) => {
    const numbers: string[] = [];
    const shape = path.replace(/\/(\d+)(?=\/|$)/g, (_, number: string) => {
      numbers.push(number);
      return '/0';
    });
    const known = kept.get(shape);
    if (known) {
      const { id, template, names } = known;
      return { id, template, params: Object.fromEntries(names.map((name, at) => [name, numbers[at]])) };
    }
    const found = rank({ roots, path });
    if (!found) return null;
    const { id, template, params } = found;
    const names = Object.keys(params);
    // Other segments may be secrets, and their number is unlimited.
    const isPlain =
      names.length === numbers.length && names.every((name, at) => params[name] === numbers[at]);
    if (isPlain) {
      if (kept.size === mostKept) kept.clear();
      kept.set(shape, { id, template, names });
    }
    return found;
  };
}

function treeOf(build: ServerBuild): Branch[] {
  const branches = new Map<string, Branch>();
  const roots: Branch[] = [];
  for (const { id, path, index } of Object.values(build.routes)) {
    branches.set(id, { id, children: [], ...(path && { path }), ...(index && { index }) });
  }
  for (const { id, parentId } of Object.values(build.routes)) {
    const branch = branches.get(id);
    if (branch) (branches.get(parentId ?? '')?.children ?? roots).push(branch);
  }
  return roots;
}

function rank({ roots, path }: { roots: Branch[]; path: string }): FoundRoute | null {
  const matches = matchRoutes(roots as Parameters<typeof matchRoutes>[0], path) ?? [];
  const last = matches.at(-1);
  if (!last) return null;
  const template = `/${matches.flatMap(({ route }) => route.path ?? []).join('/')}`;
  return { id: (last.route as Branch).id, template, params: last.params };
}
