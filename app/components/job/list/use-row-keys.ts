import type { RefObject } from 'react';
import { useKey } from '#app/components/keys/keys-area.tsx';
import { useRowMoves } from '#app/components/keys/use-row-moves.ts';
import { useKeptFetcher } from '#app/components/ui/kept-fetchers.tsx';

/** Shortcuts of the job list for the focused row. */
export function useRowKeys(holder: RefObject<HTMLElement>): void {
  const fetcher = useKeptFetcher({ isFollowed: true });
  const current = useRowMoves(holder);
  /** Clicks a control of the row, even if it is hidden at this width. */
  const press = (selector: string) => current()?.querySelector<HTMLElement>(selector)?.click();
  useKey('select', () => press('input[name=job_ids]'));
  useKey('pause', () => press('form button[type=submit]'));
  useKey('edit', () => press('a[data-edit]'));
  useKey('run', () => {
    const id = current()?.dataset['job'];
    if (id) fetcher.submit(null, { method: 'post', action: `/dashboard/jobs/${id}/run` });
  });
}
