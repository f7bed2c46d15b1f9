import type { JobListQuery } from '#app/components/job/job-toolbar.tsx';

const pageSize = 50;
const shortSize = 5;

/** What the address of the list asks for; anything unknown is the default. */
export function readJobListQuery(url: string): JobListQuery & { page: number } {
  const params = new URL(url).searchParams;
  const filter = params.get('filter');
  const page = Number(params.get('page') ?? '1');
  return {
    search: (params.get('search') ?? '').trim().slice(0, 200),
    filter: filter === 'active' || filter === 'paused' ? filter : 'all',
    isShowingAll: params.get('show') === 'all',
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  };
}

/** The window of the list: the first 5 rows, or a page of 50 where all are shown (D36). */
export function windowOf({ isShowingAll, page }: { isShowingAll: boolean; page: number }) {
  return isShowingAll ? { skip: (page - 1) * pageSize, take: pageSize } : { skip: 0, take: shortSize };
}

/** The pages before and after, as addresses that keep search and filter; null where there is none. */
export function pageLinks({ url, matching, page }: { url: string; matching: number; page: number }) {
  const pages = Math.max(1, Math.ceil(matching / pageSize));
  const to = (target: number) => {
    const params = new URL(url).searchParams;
    params.set('page', String(target));
    return `?${params.toString()}`;
  };
  return { page, pages, previous: page > 1 ? to(page - 1) : null, next: page < pages ? to(page + 1) : null };
}
