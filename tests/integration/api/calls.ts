import { askApi } from '#tests/integration/api/api.ts';
import { routeTemplates } from '#tests/integration/web/route-templates.ts';
import type { TestWeb } from '#tests/integration/web/web.ts';

const base = '/api/v1';

/** Paths of all API endpoints in the build, as the router has them: `/jobs/:id`. */
export function apiTemplates(web: TestWeb): string[] {
  return [...routeTemplates(web.build).values()]
    .filter((template) => template.startsWith(`${base}/`))
    .map((template) => template.slice(base.length));
}

/** Every endpoint with each method that its 405 response allows. */
export async function apiCalls(web: TestWeb): Promise<{ method: string; template: string }[]> {
  const found = await Promise.all(
    apiTemplates(web).map(async (template) => {
      const { headers } = await askApi(web, `OPTIONS ${template.replace(/:\w+/g, '1')}`);
      const allowed = (headers.get('allow') ?? '').split(', ').filter((method) => method !== 'HEAD');
      return allowed.map((method) => ({ method, template }));
    }),
  );
  return found.flat();
}
