import { publicPaths } from '#app/content/docs-pages.ts';
import { textResponse } from '#app/http/responses/text-response.server.ts';
import { env } from '#server/env.server.ts';

/** Pages for search engines (sitemaps.org). */
export const loader = () => {
  const { origin } = new URL(env().APP_ORIGIN);
  const places = ['/', ...publicPaths].map((path) => `  <url><loc>${new URL(path, origin).href}</loc></url>`);
  return textResponse({
    type: 'application/xml',
    text: [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...places,
      '</urlset>\n',
    ].join('\n'),
  });
};
