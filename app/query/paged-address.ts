/** URL of a page of a list, with the rest of its query. */
export function pagedAddress({
  path,
  params,
  page,
}: {
  path: string;
  params: Record<string, string>;
  page: number;
}): string {
  const all = new URLSearchParams(Object.entries(params).filter(([, text]) => text !== ''));
  if (page > 1) all.set('page', String(page));
  const text = all.toString();
  return text ? `${path}?${text}` : path;
}

/** Page number of an address, 1 by default. */
export function readPage(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? '1');
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1;
}
