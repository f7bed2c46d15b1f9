import type { Caller } from '#app/http/api/caller.server.ts';
import { refusal } from '#app/http/api/check-input.ts';
import type { ApiResponse } from '#app/http/api/response.server.ts';

const farthestRow = 1_000;

interface Asked {
  page?: number | undefined;
  per_page?: number | undefined;
  cursor?: string | undefined;
}

/** The window of a list: 10 rows a page for a token, 20 for a key (D31). */
export function toPageQuery({ query, kind }: { query: Asked; kind: Caller['kind'] }): {
  page: number;
  perPage: number;
} {
  return { page: query.page ?? 1, perPage: query.per_page ?? (kind === 'key' ? 20 : 10) };
}

/**
 * The position in a long history: pages end at row 1,000 and a cursor continues (D31), but not in search results.
 * @throws AppError validation_error on page or cursor
 */
export function requirePlace({
  page,
  perPage,
  cursor,
  isSearch = false,
}: {
  page: number;
  perPage: number;
  cursor?: string | undefined;
  isSearch?: boolean;
}) {
  if (cursor !== undefined && isSearch) {
    throw refusal([['cursor', 'Search results have pages but no cursor. Use page instead.']]);
  }
  if (cursor !== undefined && !/^\d{1,15}_\d{1,15}$/.test(cursor)) {
    throw refusal([['cursor', 'Use the cursor from the response of the previous page.']]);
  }
  if (cursor === undefined && (page - 1) * perPage > farthestRow) {
    const end = `Pages end at row ${farthestRow.toLocaleString('en-US')}.`;
    throw refusal([['page', `${end} ${isSearch ? 'Narrow the search.' : 'Use the cursor instead.'}`]]);
  }
}

/**
 * A page of a list in the shape of the caller: `pagination` for a key, `total`, `page` and `pageSize` for a token (D18),
 * and the pages around it as links (RFC 8288).
 * @param nextCursor undefined where the list knows none
 * @param rowsByPage how many rows pages reach, where they and no cursor lead to the next
 */
export function pageResponse({
  request,
  kind,
  rows,
  total,
  page,
  perPage,
  nextCursor,
  rowsByPage,
}: {
  request: Request;
  kind: Caller['kind'];
  rows: unknown[];
  total: number;
  page: number;
  perPage: number;
  nextCursor?: string | null;
  rowsByPage?: number | undefined;
}): ApiResponse {
  const cursor = nextCursor === undefined ? {} : { next_cursor: nextCursor };
  const beside =
    kind === 'key'
      ? { pagination: { total, page, per_page: perPage, ...cursor } }
      : { total, page, pageSize: perPage, ...cursor };
  const last = Math.max(1, Math.ceil((rowsByPage ?? total) / perPage));
  const cursorOfLink = rowsByPage === undefined ? nextCursor : undefined;
  const link = linksOf({ request, page, last, nextCursor: cursorOfLink });
  return { data: rows, beside, headers: link ? { Link: link } : {} };
}

function linksOf({
  request,
  page,
  last,
  nextCursor,
}: {
  request: Request;
  page: number;
  last: number;
  nextCursor: string | null | undefined;
}): string {
  const { pathname, searchParams: asked } = new URL(request.url);
  const to = (changed: Record<string, string | null>) => {
    const searchParams = new URLSearchParams(asked);
    for (const [name, value] of Object.entries(changed)) {
      if (value === null) searchParams.delete(name);
      else searchParams.set(name, value);
    }
    const query = searchParams.toString();
    return query ? `${pathname}?${query}` : pathname;
  };
  const hasCursor = asked.has('cursor');
  const links: [string, string][] = [['first', to({ page: null, cursor: null })]];
  if (!hasCursor && page > 1) links.push(['prev', to({ page: String(page - 1) })]);
  if (nextCursor) links.push(['next', to({ page: null, cursor: nextCursor })]);
  else if (nextCursor === undefined && page < last) links.push(['next', to({ page: String(page + 1) })]);
  if (nextCursor === undefined) links.push(['last', to({ page: String(last) })]);
  return links.map(([name, href]) => `<${href}>; rel="${name}"`).join(', ');
}
