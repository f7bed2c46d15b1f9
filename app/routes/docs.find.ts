import { resourceLoader } from '#app/http/pages/page-loader.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { searchDocs } from '#app/presenters/docs/search-docs.server.ts';

/** Parts of the documentation by what was typed, for the menus. */
export const loader = resourceLoader({
  guard: anybody,
  run: ({ request }) =>
    Promise.resolve(Response.json(searchDocs(new URL(request.url).searchParams.get('q') ?? ''))),
});
