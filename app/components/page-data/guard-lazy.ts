import { createPath, matchRoutes, type Location } from '@remix-run/react';
import { openDocument } from './open-document.ts';
import type { GuardedRoute, Handler, PageRouter } from './router.ts';
import type { createStaying } from './stay.ts';

interface BuiltRoute {
  module: string;
  imports?: string[];
}

/** Files of the build that this page has loaded. */
const loaded = new Set<string>();

/**
 * Fetches the script of a route before the router imports it. If the server is down, it counts as lost page data; a
 * script missing after a deploy makes the browser load the new page. A button needs no script of its target route.
 */
export function guardLazy({
  router,
  staying,
  route,
  wrap,
}: {
  router: PageRouter;
  staying: ReturnType<typeof createStaying>;
  route: GuardedRoute;
  wrap: (action: Handler) => Handler;
}): void {
  const load = route.lazy;
  if (!load) return;
  const guarded: typeof load = async () => {
    const next = nextPage({ router, route });
    const state = await fetchScripts(route.id);
    if (state === 'loaded') {
      const { action, ...found } = await load();
      return { ...found, ...(action && { action: wrap(action) }) };
    }
    if (!next) {
      // The router takes an empty result as the whole route, and forgets how to load it.
      setTimeout(() => (route.lazy = guarded));
      return {};
    }
    if (state === 'lost') void staying.stay(new URL(createPath(next), location.origin));
    else openDocument(next);
    return new Promise(() => undefined);
  };
  route.lazy = guarded;
}

/** The page being opened, if it contains the route. */
function nextPage({ router, route }: { router: PageRouter; route: GuardedRoute }): Location | null {
  const { location: next } = router.state.navigation;
  if (!next) return null;
  const matches = matchRoutes(router.routes as Parameters<typeof matchRoutes>[0], next) ?? [];
  if (!matches.some((match) => (match.route as GuardedRoute).id === route.id)) return null;
  return next;
}

async function fetchScripts(routeId: string): Promise<'loaded' | 'lost' | 'gone'> {
  const built = (window as unknown as { __remixManifest: { routes: Record<string, BuiltRoute> } })
    .__remixManifest.routes[routeId];
  if (!built) return 'loaded';
  const preloaded = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
  for (const { href } of preloaded) loaded.add(new URL(href).pathname);
  const missing = [built.module, ...(built.imports ?? [])].filter((path) => !loaded.has(path));
  const states = await Promise.all(missing.map(fetchScript));
  if (states.includes('gone')) return 'gone';
  return states.includes('lost') ? 'lost' : 'loaded';
}

async function fetchScript(path: string): Promise<'loaded' | 'lost' | 'gone'> {
  try {
    const response = await fetch(path);
    const isScript = response.ok && /javascript/.test(response.headers.get('content-type') ?? '');
    await response.arrayBuffer();
    if (isScript) {
      loaded.add(path);
      return 'loaded';
    }
    return response.status === 404 || response.status === 410 ? 'gone' : 'lost';
  } catch {
    return 'lost';
  }
}
