/** What a list of jobs is narrowed to, and its order. */
export interface JobQuery {
  /** Part of the name, in any case. */
  search: string;
  /** The search looks in host and tags, too. */
  isWide?: boolean | undefined;
  /** Drafts are listed under paused (D8). */
  filter: 'all' | 'active' | 'paused';
  tag: string | null;
  /** Of the last execution; superseded and unknown ones count as failed. */
  result: 'all' | 'success' | 'failed' | 'never';
  sort: JobSort;
  isDescending: boolean;
}

export type JobSort = 'created' | 'name' | 'type' | 'last' | 'next' | 'status';
