import { textResponse } from '#app/http/responses/text-response.server.ts';
import { env } from '#server/env.server.ts';

const closed = ['/dashboard', '/admin', '/auth/', '/api/', '/mail/', '/badges/', '/unsubscribe/', '/echo'];

/** Excludes personal pages and API calls from search engines. The OpenAPI document is public. */
export const loader = () =>
  textResponse({
    type: 'text/plain',
    text: [
      'User-agent: *',
      ...closed.map((path) => `Disallow: ${path}`),
      'Allow: /api/v1/openapi.json',
      '',
      `Sitemap: ${env().APP_ORIGIN}/sitemap.xml`,
      '',
    ].join('\n'),
  });
