import { plural } from '#app/format/time-format.ts';

/** Sentence that Free has room for every active job. */
export function noneIsPaused({ active, limit }: { active: number; limit: number }): string {
  if (active === 0) return 'You have no active jobs, so none will be paused.';
  const fits = active === 1 ? 'Your active job fits' : `Your ${plural(active, 'active job')} fit`;
  return `${fits} within the Free plan's limit of ${limit}, so none will be paused.`;
}
