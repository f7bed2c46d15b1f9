import type { LoaderFunctionArgs } from '@remix-run/node';
import { docsPageOf } from '#app/content/docs-pages.ts';
import { openApiDocument } from '#app/http/api/openapi/open-api.server.ts';
import { apiMarkdown, errorsMarkdown } from '#app/http/api/reference/api-markdown.server.ts';
import { resourceLoader } from '#app/http/pages/page-loader.server.ts';
import { textResponse } from '#app/http/responses/text-response.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { docsMarkdown } from '#app/presenters/docs/docs-texts.server.ts';
import { env } from '#server/env.server.ts';

/** A documentation page for machines and terminals; for the API, the whole reference. */
export const loader = resourceLoader({
  guard: anybody,
  run: ({ params }) => Promise.resolve(documentOf(params)),
});

function documentOf(params: LoaderFunctionArgs['params']): Response {
  const text = markdownOf(params.name ?? '');
  if (text === null)
    return new Response('Not found.\n', { status: 404, headers: { 'Content-Type': 'text/plain' } });
  return textResponse({ type: 'text/markdown', text });
}

function markdownOf(name: string): string | null {
  const origin = env().APP_ORIGIN;
  if (name === 'api') return apiMarkdown({ document: openApiDocument({ origin }), origin });
  if (name === 'errors') return errorsMarkdown(origin);
  const page = docsPageOf(name);
  return page ? docsMarkdown(page.name) : null;
}
