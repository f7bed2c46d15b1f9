import { resourceLoader } from '#app/http/pages/page-loader.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { searchDocs } from '#app/presenters/docs/search-docs.server.ts';

/** Documentation parts that match the typed text, for the menus. */
export const loader = resourceLoader({
  guard: anybody,
  run: ({ request }) =>
    Promise.resolve(Response.json(searchDocs(new URL(request.url).searchParams.get('q') ?? ''))),
});
