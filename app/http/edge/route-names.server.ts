import { echoPath } from '#domain/echo.ts';
import type { FoundRoute } from '#app/http/edge/route-of-path.server.ts';

/**
 * Names the route of a path by its template, such as /dashboard/jobs/:id: safe for logs and metrics, unlike an address.
 * Pages still being built have no names.
 */
export function routeNames(routeOf: ((path: string) => FoundRoute | null) | null): (path: string) => string {
  if (!routeOf) return () => 'page';
  return (path) => {
    if (path === '/healthz' || path === '/readyz' || path === echoPath) return path;
    if (path.startsWith('/assets/')) return '/assets/*';
    const asked = path.replace(/\/?(?:_root)?\.data$/, '') || '/';
    return routeOf(asked)?.template ?? '/';
  };
}
