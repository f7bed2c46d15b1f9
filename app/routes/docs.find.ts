import type { LoaderFunctionArgs } from '@remix-run/node';
import { searchDocs } from '#app/presenters/docs/search-docs.server.ts';

/** Parts of the documentation by what was typed, for the menus. */
export function loader({ request }: LoaderFunctionArgs) {
  return Response.json(searchDocs(new URL(request.url).searchParams.get('q') ?? ''));
}
