import { readJobListQuery, results } from '#app/query/list-query.ts';

const orders = { name: 'name', type: 'type', last: 'last run', next: 'next run', status: 'status' } as const;

/** Describes the search, filters and order of a view: "Active, last result Failed, by name". */
export function viewWords(query: string): string {
  const { search, filter, tag, result, sort, isDescending } = readJobListQuery(query);
  const isOrdered = sort !== 'next' || isDescending;
  const words = [
    search && `“${search}”`,
    filter !== 'all' && (filter === 'active' ? 'Active' : 'Paused'),
    tag !== null && `tag ${tag}`,
    result !== 'all' && `last result ${results[result]}`,
    isOrdered && `by ${sort === 'created' ? 'age' : orders[sort]}${isDescending ? ', descending' : ''}`,
  ];
  return words.filter(Boolean).join(', ');
}
