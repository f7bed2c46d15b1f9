import type { ServerBuild } from '@remix-run/node';

/** The path of each route of a build by its id, as the router has it: `/dashboard/jobs/:id`. */
export function routeTemplates({ routes }: ServerBuild): Map<string, string> {
  const pathOf = (id: string): string => {
    const route = routes[id];
    if (!route) return '';
    return [route.parentId ? pathOf(route.parentId) : '', route.path ?? ''].filter(Boolean).join('/');
  };
  return new Map(Object.keys(routes).map((id) => [id, `/${pathOf(id)}`]));
}
