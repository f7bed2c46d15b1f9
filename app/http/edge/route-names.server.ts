import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import { remember } from '#domain/remember.ts';

interface Branch {
  id: string;
  path?: string;
  index?: boolean;
  children: Branch[];
}

/**
 * Names the route of a path by its template, such as /dashboard/jobs/:id: what may stand in logs and metrics, where an
 * address may not. Pages that are still being built have no names.
 */
export function routeNames(build: ServerBuild | (() => Promise<ServerBuild>)): (path: string) => string {
  if (typeof build === 'function') return () => 'page';
  const branches = new Map<string, Branch>();
  const roots: Branch[] = [];
  for (const { id, path, index } of Object.values(build.routes)) {
    branches.set(id, { id, children: [], ...(path && { path }), ...(index && { index }) });
  }
  for (const { id, parentId } of Object.values(build.routes)) {
    const branch = branches.get(id);
    if (branch) (branches.get(parentId ?? '')?.children ?? roots).push(branch);
  }
  const nameOf = (path: string) => {
    const matches = matchRoutes(roots as Parameters<typeof matchRoutes>[0], path) ?? [];
    return `/${matches.flatMap(({ route }) => route.path ?? []).join('/')}`;
  };
  const knownName = remember(nameOf);
  return (path) => {
    if (path === '/healthz' || path === '/readyz') return path;
    if (path.startsWith('/assets/')) return '/assets/*';
    const asked = path.replace(/\/?(?:_root)?\.data$/, '') || '/';
    return asked.length > longestKept ? nameOf(asked) : knownName(asked.replace(/\/\d+(?=\/|$)/g, '/1'));
  };
}

/** To match all routes takes half a millisecond; pages differ in their numbers only. */
const longestKept = 200;
