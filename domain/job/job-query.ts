import type { LastResult } from '#domain/outcome.ts';

/** Filter and order of a list of jobs. */
export interface JobQuery {
  /** Part of the name, in any case. */
  search: string;
  /** The search looks in host and tags, too. */
  isWide?: boolean | undefined;
  /** Drafts are listed under paused (D8). */
  filter: JobFilter;
  tag: string | null;
  /** Filters by the last execution; superseded and unknown count as failed. */
  result: 'all' | LastResult;
  sort: JobSort;
  isDescending: boolean;
}

export const jobFilters = ['all', 'active', 'paused'] as const;
export type JobFilter = (typeof jobFilters)[number];

export const jobSorts = ['created', 'name', 'type', 'last', 'next', 'status'] as const;
export type JobSort = (typeof jobSorts)[number];
