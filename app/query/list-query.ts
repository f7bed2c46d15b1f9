import { jobFilters, type JobQuery, type JobSort, jobSorts } from '#domain/job/job-query.ts';
import { type LastResult, lastResults } from '#domain/outcome.ts';

const pageSize = 50;
const shortSize = 5;

/** The job list's query from an address. */
export interface JobListQuery extends JobQuery {
  isShowingAll: boolean;
  page: number;
}

const sorts = jobSorts.filter((sort) => sort !== 'created');
/** Labels of the filters by last result. */
export const results: Record<LastResult, string> = {
  success: 'Success',
  failed: 'Failed',
  never: 'Never run',
};

/** In the list's form: without the switch, `show`, it requests only the first rows, whatever the browser has stored. */
export const switchField = { name: 'list', value: 'few' } as const;

/** True if the list's form was sent: its switch is the browser's new choice. */
export function hasSwitch(params: URLSearchParams): boolean {
  return params.get(switchField.name) === switchField.value;
}

/**
 * List query of an address; unknown values become the default.
 * @param isListingAll the browser's stored choice, if the address has none
 */
export function readJobListQuery(
  search: string | URLSearchParams,
  { isListingAll = false }: { isListingAll?: boolean } = {},
): JobListQuery {
  const params = new URLSearchParams(search);
  const text = (name: string) => (params.get(name) ?? '').trim().slice(0, 200);
  const page = Number(params.get('page') ?? '1');
  const filter = text('filter');
  return {
    search: text('search'),
    isWide: true,
    filter: jobFilters.find((one) => one === filter) ?? 'all',
    tag: text('tag') || null,
    result: lastResults.find((result) => result === text('result')) ?? 'all',
    sort: sorts.find((sort) => sort === text('sort')) ?? 'next',
    isDescending: text('order') === 'desc',
    isShowingAll: params.get('show') === 'all' || (isListingAll && !hasSwitch(params)),
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  };
}

/** Range of rows: the first 5, or a page of 50 if all are shown (D36). */
export function windowOf({ isShowingAll, page }: { isShowingAll: boolean; page: number }) {
  return isShowingAll ? { skip: (page - 1) * pageSize, take: pageSize } : { skip: 0, take: shortSize };
}

/** URLs of the previous and next page with the rest of the query; null where there is none. */
export function pageLinks({ query, matching }: { query: JobListQuery; matching: number }) {
  const pages = query.isShowingAll ? Math.max(1, Math.ceil(matching / pageSize)) : 1;
  const page = Math.min(query.page, pages);
  const to = (target: number) => listAddress({ ...query, page: target });
  return { page, pages, previous: page > 1 ? to(page - 1) : null, next: page < pages ? to(page + 1) : null };
}

/** Address of a list query; defaults are omitted. */
export function listAddress(query: JobListQuery): string {
  const params = new URLSearchParams();
  if (query.search) params.set('search', query.search);
  if (query.filter !== 'all') params.set('filter', query.filter);
  if (query.tag) params.set('tag', query.tag);
  if (query.result !== 'all') params.set('result', query.result);
  if (query.sort !== 'next') params.set('sort', query.sort);
  if (query.isDescending) params.set('order', 'desc');
  if (query.isShowingAll) params.set('show', 'all');
  if (query.page > 1) params.set('page', String(query.page));
  return `?${params.toString()}`;
}

/** Link of a column header: sorts by the column, or reverses the current order. */
export function sortLink({ query, sort }: { query: JobListQuery; sort: JobSort }) {
  const isSorted = query.sort === sort;
  const direction = !isSorted ? 'none' : query.isDescending ? 'descending' : 'ascending';
  // The newest last run is the interesting one.
  const isDescending = isSorted ? !query.isDescending : sort === 'last';
  return { to: listAddress({ ...query, sort, isDescending, page: 1 }), direction } as const;
}

/** Reports whether the list's query excludes jobs. */
export function isNarrowed({ search, filter, tag, result }: JobListQuery): boolean {
  return search !== '' || filter !== 'all' || tag !== null || result !== 'all';
}
