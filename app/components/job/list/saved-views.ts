import { type JobListQuery, listAddress } from '#app/query/list-query.ts';

/** A named search of the list. */
export interface ListedView {
  id: number;
  name: string;
  /** Search part of the list's address, without "?". */
  query: string;
}

/** Parameters that a view saves: search, filters and order, but neither page nor switch. */
export function viewQuery(query: JobListQuery): string {
  return listAddress({ ...query, isShowingAll: false, page: 1 }).slice(1);
}

export const viewPath = ({ query }: Pick<ListedView, 'query'>) => `/dashboard?${query}`;
