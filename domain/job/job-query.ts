/** Filter and order of a list of jobs. */
export interface JobQuery {
  /** Part of the name, in any case. */
  search: string;
  /** The search looks in host and tags, too. */
  isWide?: boolean | undefined;
  /** Drafts are listed under paused (D8). */
  filter: 'all' | 'active' | 'paused';
  tag: string | null;
  /** Filters by the last execution; superseded and unknown count as failed. */
  result: 'all' | 'success' | 'failed' | 'never';
  sort: JobSort;
  isDescending: boolean;
}

export type JobSort = 'created' | 'name' | 'type' | 'last' | 'next' | 'status';
